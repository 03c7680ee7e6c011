'use client';

import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import type { Collected } from '@/lib/client/upload/collect';
import { formatBytes } from '@/lib/domain/units';
import { PickButtons } from './pick-buttons';
import { useDropAnywhere } from './use-drop-anywhere';

type DropSheetProps = {
  maxSizeBytes: number;
  /** Files are in the list already, so the invitation may be small. */
  isCompact: boolean;
  isOff?: boolean;
  onCollected: (collecting: Promise<Collected>) => void;
  onText?: (text: string) => void;
  children?: ReactNode;
};

/** The way in for files: the whole page takes drops and pastes, the sheet says so and opens the pickers. */
export function DropSheet({
  maxSizeBytes,
  isCompact,
  isOff = false,
  onCollected,
  onText,
  children,
}: DropSheetProps) {
  const t = useTranslations('upload.drop');
  const isOver = useDropAnywhere({ isOff, onCollected, ...(onText && { onText }) });
  return (
    <div
      className={
        isCompact ? 'flex flex-col gap-2 px-5 py-4' : 'flex flex-col items-center gap-5 px-5 py-10 sm:py-14'
      }
    >
      {!isOff && (
        <div
          className={isCompact ? 'flex flex-wrap items-center justify-between gap-x-4 gap-y-2' : 'contents'}
        >
          <Invitation isCompact={isCompact} limit={formatBytes(maxSizeBytes)} />
          <PickButtons onCollected={onCollected} />
        </div>
      )}
      {children}
      {isOver && <LetGo text={t('over')} />}
    </div>
  );
}

function Invitation({ isCompact, limit }: { isCompact: boolean; limit: string }) {
  const t = useTranslations('upload.drop');
  if (isCompact) return <p className="text-sm text-muted">{t('more')}</p>;
  return (
    <div className="text-center">
      <p className="text-lg font-semibold tracking-tight text-balance">{t('title')}</p>
      <p className="mt-1 text-sm text-muted tabular-nums">{t('limit', { size: limit })}</p>
    </div>
  );
}

/** Only there while files hover over the page, so it needs no words for a screen reader. */
function LetGo({ text }: { text: string }) {
  return (
    <div aria-hidden className="pointer-events-none fixed inset-0 z-50 bg-canvas/80 p-3 backdrop-blur-[2px]">
      <div className="grid size-full place-items-center rounded-card border-2 border-dashed border-accent">
        <p className="text-lg font-semibold tracking-tight text-accent">{text}</p>
      </div>
    </div>
  );
}
