'use client';

import type { ShareFile } from '@/lib/contract/share';
import { type Folder, fileTree } from '@/lib/domain/file-tree';
import { FileCard } from './file-card';
import type { FileViewProps } from './files-section';

/** A grid of cards for each folder. */
export function FileCards({ files, ...view }: FileViewProps) {
  return <FolderCards folder={fileTree(files)} {...view} />;
}

type FolderCardsProps = Omit<FileViewProps, 'files'> & { folder: Folder<ShareFile> };

function FolderCards({ folder, ...view }: FolderCardsProps) {
  return (
    <>
      {folder.files.length > 0 && (
        <section className="mb-8 last:mb-0" aria-label={folder.path || undefined}>
          {folder.path !== '' && (
            <h3 className="mb-3 truncate text-sm text-muted">{folder.path.replaceAll('/', ' / ')}</h3>
          )}
          <ul className="grid gap-4 sm:grid-cols-2 md:grid-cols-3 lg:grid-cols-4">
            {folder.files.map((file) => (
              <FileCard key={file.id} file={file} {...view} />
            ))}
          </ul>
        </section>
      )}
      {folder.folders.map((child) => (
        <FolderCards key={child.path} folder={child} {...view} />
      ))}
    </>
  );
}
