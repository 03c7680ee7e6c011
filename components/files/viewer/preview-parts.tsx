'use client';

import { DownloadIcon } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { type ReactNode, type RefObject, useEffect, useState } from 'react';
import { ButtonAnchor } from '@/components/ui/button';
import { Spinner } from '@/components/ui/spinner';
import { useShortBytes } from '@/lib/client/content/use-bytes';
import type { ShareFile } from '@/lib/contract/share/file';
import { FileIcon } from '../file-icon';
import { aheadAddress, type FileSource, type fileLinks } from '../zip/file-links';

type UnpreviewableProps = Pick<PreviewProps, 'file' | 'links'> & {
  reason?: string;
  children?: ReactNode;
};

export function Unpreviewable({ file, links, reason, children }: UnpreviewableProps) {
  const t = useTranslations('preview');
  const sizeText = useShortBytes();
  return (
    <section className="m-auto flex max-w-sm flex-col items-center px-6 text-center">
      {children || <FileIcon file={file} size="page" />}
      <h2 className="mt-4 font-medium text-balance [overflow-wrap:anywhere]">{file.filename}</h2>
      <p className="mt-1 mb-6 text-sm text-muted text-pretty">{reason ?? t('cannot')}</p>
      <ButtonAnchor href={links.download} download>
        <DownloadIcon aria-hidden />
        {t('downloadSize', { size: sizeText(file.size) })}
      </ButtonAnchor>
    </section>
  );
}

export type PreviewProps = {
  file: ShareFile;
  source: FileSource;
  links: ReturnType<typeof fileLinks>;
  /** True for a file beside the displayed one. */
  isAhead: boolean;
  onKey: (key: string) => void;
};

export function PreviewSpinner() {
  const t = useTranslations('preview');
  return (
    <div className="absolute inset-0 grid place-items-center text-muted">
      <Spinner label={t('loading')} />
    </div>
  );
}

export const stage = { 'data-stage': true, tabIndex: -1 } as const;

/** Moves the focus from the stage, never from a button, so that the keyboard scrolls at once. */
export function useStageFocus(target: RefObject<HTMLElement | null>, isReady: boolean): void {
  useEffect(() => {
    if (isReady && document.activeElement?.hasAttribute('data-stage')) target.current?.focus();
  }, [target, isReady]);
}

/**
 * Marks files loaded in advance, which don't count as viewed; counts one when displayed by requesting a
 * byte of `displayed`.
 */
export function useAheadAddress(isAhead: boolean, displayed: string | null): (address: string) => string {
  const [wasAhead] = useState(isAhead);
  useEffect(() => {
    if (!wasAhead || isAhead || displayed === null) return;
    fetch(displayed, { headers: { range: 'bytes=0-0' } }).catch(() => undefined); // the picture reports failures
  }, [wasAhead, isAhead, displayed]);
  return wasAhead ? aheadAddress : (address) => address;
}
