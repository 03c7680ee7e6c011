'use client';

import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { Button } from '@/components/ui/button';
import { useBytes } from '@/lib/client/content/use-bytes';
import type { Collected } from '@/lib/client/upload/choose/collect';
import { DropCover, useDropAnywhere } from './drop-anywhere';
import { PickButtons } from './pick-buttons';

type DropSheetProps = {
  maxSizeBytes: number;
  isCompact: boolean;
  /** Of the chosen files, if compact. */
  summary?: ReactNode;
  onClear?: () => void;
  isOff?: boolean;
  title?: string;
  titleTouch?: string;
  onCollected: (collecting: Promise<Collected>) => void;
  onText?: (text: string) => void;
  children?: ReactNode;
};

export function DropSheet(props: DropSheetProps) {
  const { isOff = false, onCollected, onText, children } = props;
  const isOver = useDropAnywhere({ isOff, onCollected, ...(onText && { onText }) });
  return (
    <DropInvitation {...props}>
      {children}
      {isOver && <DropCover />}
    </DropInvitation>
  );
}

/** Takes what is picked, and no drops. */
export function DropInvitation(props: Omit<DropSheetProps, 'onText'>) {
  const { maxSizeBytes, isCompact, summary = <MoreHint />, isOff = false, title, titleTouch } = props;
  const { onCollected, onClear, children } = props;
  const t = useTranslations('upload.drop');
  const sizeText = useBytes();
  return (
    <div
      className={
        isCompact
          ? 'flex flex-col gap-2 border-t border-line py-3 pr-5 pl-5 sm:pr-3'
          : 'flex flex-col items-center gap-5 px-5 py-12'
      }
    >
      {!isOff && (
        <div
          className={isCompact ? 'flex flex-wrap items-center justify-between gap-x-4 gap-y-2' : 'contents'}
        >
          {isCompact ? (
            summary
          ) : (
            <Invitation
              title={title ?? <DefaultTitle touch={titleTouch ?? t('titleTouch')} />}
              text={title ? null : t('limit', { size: sizeText(maxSizeBytes) })}
            />
          )}
          <PickButtons onCollected={onCollected} isCompact={isCompact}>
            {onClear && isCompact && (
              <Button tone="ghost" aria-label={t('clearFiles')} onClick={onClear}>
                {t('clear')}
              </Button>
            )}
          </PickButtons>
        </div>
      )}
      {children}
    </div>
  );
}

function MoreHint() {
  const t = useTranslations('upload.drop');
  return <p className="text-sm text-muted max-sm:hidden">{t('more')}</p>;
}

function Invitation({ title, text }: { title: ReactNode; text: string | null }) {
  return (
    <div className="text-center">
      <p className="text-lg font-semibold tracking-tight text-balance">{title}</p>
      {text && <p className="mt-1 text-sm text-muted tabular-nums">{text}</p>}
    </div>
  );
}

function DefaultTitle({ touch }: { touch: string }) {
  const t = useTranslations('upload.drop');
  return (
    <>
      <span className="pointer-coarse:hidden">{t('title')}</span>
      <span className="hidden pointer-coarse:inline">{touch}</span>
    </>
  );
}
