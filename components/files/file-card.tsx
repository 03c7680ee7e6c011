'use client';

import { useTranslations } from 'next-intl';
import { useBytes } from '@/lib/client/use-bytes';
import type { ShareFile } from '@/lib/contract/share/file';
import { canPreview } from '@/lib/domain/file/file-type';
import { FilesCheckbox } from './choose/files-checkbox';
import { DownloadIconLink } from './download-icon-link';
import { FileIcon } from './file-icon';
import { FileName, FileProgress } from './file-row';
import type { FileViewProps } from './file-view';
import { Thumbnail } from './thumbnail';
import { fileLinks } from './zip/file-links';

type FileCardProps = Omit<FileViewProps, 'files'> & { file: ShareFile };

export function FileCard({ file, source, onShow, selection, actions }: FileCardProps) {
  const t = useTranslations('files');
  const sizeText = useBytes();
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
      {selection && file.complete && (
        <div className="absolute top-2 left-2 rounded-control bg-raised/90 ring-1 ring-line">
          <FilesCheckbox selection={selection} files={[file]} label={file.filename} />
        </div>
      )}
      <div className="flex items-center gap-1 border-t border-line pr-1 pl-3 text-sm">
        <div className="mr-auto flex min-w-0 flex-col pb-2.5 [&>:first-child]:pt-2.5 [&>:first-child]:pb-0">
          <FileName file={file} download={links.download} onShow={onShow} />
          <span className="text-xs text-muted tabular-nums">{sizeText(file.size)}</span>
          {!file.complete && <FileProgress file={file} />}
        </div>
        {file.complete && (
          <DownloadIconLink href={links.download} label={t('downloadNamed', { name: file.filename })} />
        )}
        {actions?.(file)}
      </div>
    </li>
  );
}
