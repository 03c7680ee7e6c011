'use client';

import { LongRows } from '@/components/list/long-rows';
import type { ShareFile } from '@/lib/contract/share/file';
import { type FolderNode, fileTree } from '@/lib/domain/file/file-tree';
import { FileCard } from './file-card';
import type { FileViewProps } from './file-view';

const cardsLook = 'grid gap-4 [&+ul]:mt-4 sm:grid-cols-2 md:grid-cols-3 lg:grid-cols-4';
/** Pixels of a card and its gap. */
const cardHeight = 240;

export function FileCards({ files, ...view }: FileViewProps) {
  return <FolderCards folder={fileTree(files)} {...view} />;
}

type FolderCardsProps = Omit<FileViewProps, 'files'> & { folder: FolderNode<ShareFile> };

function FolderCards({ folder, ...view }: FolderCardsProps) {
  return (
    <>
      {folder.files.length > 0 && (
        <section className="mb-8 last:mb-0" aria-label={folder.path || undefined}>
          {folder.path !== '' && (
            <h3 className="mb-3 truncate text-sm text-muted">{folder.path.replaceAll('/', ' / ')}</h3>
          )}
          <LongRows as="ul" rows={folder.files} rowHeight={cardHeight / 3} className={cardsLook}>
            {(file) => <FileCard key={file.id} file={file} {...view} />}
          </LongRows>
        </section>
      )}
      {folder.folders.map((child) => (
        <FolderCards key={child.path} folder={child} {...view} />
      ))}
    </>
  );
}
