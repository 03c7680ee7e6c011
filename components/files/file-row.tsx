'use client';

import { DownloadIcon, InfoIcon } from 'lucide-react';
import dynamic from 'next/dynamic';
import { useTranslations } from 'next-intl';
import { type ReactNode, useState } from 'react';
import { FilesCheckbox } from '@/components/files/choose/selection';
import { ButtonAnchor, IconButton } from '@/components/ui/button';
import { useShortBytes } from '@/lib/client/content/use-bytes';
import type { ShareFile } from '@/lib/contract/share/file';
import { canPreview, isReady } from '@/lib/domain/file/file-type';
import { FileIcon } from './file-icon';
import type { FileViewProps } from './file-view';
import { indentOf } from './folder-line';
import { NameLine } from './name-line';
import { Thumbnail } from './thumbnail';
import { fileLinks } from './zip/file-links';

// Few files are unfinished.
export const FileProgress = dynamic(() => import('./file-progress').then((module) => module.FileProgress), {
  loading: () => null,
});

// Rarely opened.
const FileDetails = dynamic(() => import('./file-details').then((module) => module.FileDetails), {
  loading: () => null,
});

type FileRowProps = Omit<FileViewProps, 'files'> & { file: ShareFile; depth: number };

export function FileRow({ file, depth, source, onShow, selection, actions }: FileRowProps) {
  const t = useTranslations('files');
  const sizeText = useShortBytes();
  const [isOpen, setIsOpen] = useState(false);
  const links = fileLinks(source, file.id);
  const isChosen = selection?.chosen.has(file.id);

  return (
    <li className="relative">
      <div
        style={{ paddingLeft: indentOf(depth) }}
        className={`flex min-h-12 items-center gap-3 pr-1 text-sm transition-colors duration-100 hover:bg-hover ${isChosen ? 'bg-hover' : ''}`}
      >
        {selection && (
          <div className="-mr-3 -ml-2">
            <FilesCheckbox selection={selection} files={[file]} label={file.filename} />
          </div>
        )}
        <span className="relative -mx-1 grid size-8 shrink-0 place-items-center overflow-hidden rounded-sm">
          <Thumbnail file={file} source={source}>
            <FileIcon file={file} />
          </Thumbnail>
        </span>
        <div className="flex min-w-0 grow flex-col sm:flex-row sm:items-center sm:gap-3">
          <FileName file={file} download={links.download} onShow={onShow} />
          <span className="file-size shrink-0 text-muted tabular-nums sm:order-last sm:ml-auto">
            {sizeText(file.size)}
          </span>
          {(!file.complete || file.scan) && <FileProgress file={file} />}
        </div>
        <div className="flex shrink-0">
          {isReady(file) && (
            <DownloadIconLink href={links.download} label={t('downloadNamed', { name: file.filename })} />
          )}
          <IconButton
            label={t('detailsNamed', { name: file.filename })}
            aria-expanded={isOpen}
            onClick={() => setIsOpen(!isOpen)}
          >
            <InfoIcon />
          </IconButton>
          {actions?.(file)}
        </div>
      </div>
      {isOpen && <FileDetails file={file} indent={indentOf(depth)} />}
    </li>
  );
}

type FileNameProps = { file: ShareFile; download: string; onShow: (file: ShareFile) => void };

export function FileName({ file, download, onShow }: FileNameProps): ReactNode {
  const look =
    'min-w-0 wrap-name py-3 text-left font-medium underline-offset-4 hover:underline focus-visible:-outline-offset-2';
  const name = <NameLine name={file.filename} />;
  if (canPreview(file)) {
    return (
      <button type="button" className={look} aria-label={file.filename} onClick={() => onShow(file)}>
        {name}
      </button>
    );
  }
  if (isReady(file)) {
    return (
      <a href={download} download className={look} aria-label={file.filename}>
        {name}
      </a>
    );
  }
  return <span className="min-w-0 font-medium">{name}</span>;
}

/** Uses a plain link, so that the download continues in the browser when the page is left. */
export function DownloadIconLink({ href, label }: { href: string; label: string }) {
  return (
    <ButtonAnchor tone="ghost" size="icon" href={href} download aria-label={label} title={label}>
      <DownloadIcon aria-hidden />
    </ButtonAnchor>
  );
}
