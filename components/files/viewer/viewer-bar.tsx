'use client';

import { ChevronLeftIcon, ChevronRightIcon, Share2Icon, XIcon } from 'lucide-react';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { DownloadIconLink } from '@/components/files/file-row';
import { IconButton } from '@/components/ui/button';
import { useShortBytes } from '@/lib/client/content/use-bytes';
import { NameLine } from '../name-line';
import { fitsSheet, useSheet } from '../zip/use-sheet';
import type { PreviewProps } from './preview-parts';

type ViewerBarProps = Pick<PreviewProps, 'file' | 'links' | 'source'> & {
  position: { index: number; count: number } | null;
  onTurn: (direction: 1 | -1) => void;
  actions?: ReactNode;
  onClose: () => void;
};

export function ViewerBar({ file, links, source, position, actions, onTurn, onClose }: ViewerBarProps) {
  const t = useTranslations('preview');
  const sizeText = useShortBytes();
  return (
    <header className="flex h-14 shrink-0 items-center gap-3 border-b border-line bg-raised pr-2 pl-4">
      <div className="mr-auto min-w-0">
        <p className="text-sm font-medium">
          <NameLine name={file.filename} />
        </p>
        <p className="truncate text-xs text-muted tabular-nums">
          {sizeText(file.size)}
          {file.path !== '' && ` · ${file.path}`}
        </p>
      </div>
      {position && <FileNavigation name={file.filename} {...position} onTurn={onTurn} />}
      {source.access === 'open' && fitsSheet([file]) && <SheetButton key={file.id} {...{ file, source }} />}
      <DownloadIconLink href={links.download} label={t('download')} />
      {actions}
      <IconButton label={t('close')} onClick={onClose}>
        <XIcon />
      </IconButton>
    </header>
  );
}

function SheetButton({ file, source }: Pick<PreviewProps, 'file' | 'source'>) {
  const t = useTranslations('preview');
  const { open, isLoading } = useSheet([file], source);
  return (
    <IconButton label={t('share')} pending={isLoading} onClick={open}>
      <Share2Icon />
    </IconButton>
  );
}

type FileNavigationProps = { name: string; index: number; count: number; onTurn: ViewerBarProps['onTurn'] };

function FileNavigation({ name, index, count, onTurn }: FileNavigationProps) {
  const t = useTranslations('preview');
  return (
    <nav aria-label={t('turn')} className="flex items-center">
      <IconButton label={t('previous')} onClick={() => onTurn(-1)}>
        <ChevronLeftIcon />
      </IconButton>
      <p aria-live="polite" className="min-w-8 text-center text-sm text-muted tabular-nums">
        <span aria-hidden>
          {index}/{count}
        </span>
        <span className="sr-only">{t('position', { name, index, count })}</span>
      </p>
      <IconButton label={t('next')} onClick={() => onTurn(1)}>
        <ChevronRightIcon />
      </IconButton>
    </nav>
  );
}
