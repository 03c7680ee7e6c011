'use client';

import { useTranslations } from 'next-intl';
import { FilesCheckbox } from '@/components/files/choose/selection';
import { LongRows } from '@/components/list/long-rows';
import { useShortBytes } from '@/lib/client/content/use-bytes';
import type { ShareFile } from '@/lib/contract/share/file';
import { type FolderNode, fileTree } from '@/lib/domain/file/file-tree';
import { canPreview, isReady } from '@/lib/domain/file/file-type';
import { FileIcon } from './file-icon';
import { DownloadIconLink, FileName, FileProgress } from './file-row';
import type { FileViewProps } from './file-view';
import { Thumbnail } from './thumbnail';
import { fileLinks } from './zip/file-links';

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

type FileCardProps = Omit<FileViewProps, 'files'> & { file: ShareFile };

export function FileCard({ file, source, onShow, selection, actions }: FileCardProps) {
  const t = useTranslations('files');
  const sizeText = useShortBytes();
  const links = fileLinks(source, file.id);
  const isChosen = selection?.chosen.has(file.id);
  const face = (
    <Thumbnail file={file} source={source}>
      <FileIcon file={file} size="card" />
    </Thumbnail>
  );
  const plate = 'relative grid h-40 max-h-52 w-full place-items-center overflow-hidden bg-sunken';

  return (
    <li
      className={`relative flex flex-col overflow-hidden rounded-card ${isChosen ? 'ring-2 ring-ink' : 'ring-1 ring-line'}`}
    >
      {canPreview(file) ? (
        // The name below does the same for keyboard and screen reader.
        <button type="button" tabIndex={-1} aria-hidden className={plate} onClick={() => onShow(file)}>
          {face}
        </button>
      ) : (
        <div className={plate}>{face}</div>
      )}
      {selection && isReady(file) && (
        <div className="absolute top-2 left-2 rounded-control bg-raised/90 ring-1 ring-line">
          <FilesCheckbox selection={selection} files={[file]} label={file.filename} />
        </div>
      )}
      <div className="flex items-center gap-1 border-t border-line pr-1 pl-3 text-sm">
        <div className="mr-auto flex min-w-0 flex-col pb-2.5 [&>:first-child]:pt-2.5 [&>:first-child]:pb-0">
          <FileName file={file} download={links.download} onShow={onShow} />
          <span className="text-xs text-muted tabular-nums">{sizeText(file.size)}</span>
          {(!file.complete || file.scan) && <FileProgress file={file} />}
        </div>
        {isReady(file) && (
          <DownloadIconLink href={links.download} label={t('downloadNamed', { name: file.filename })} />
        )}
        {actions?.(file)}
      </div>
    </li>
  );
}
