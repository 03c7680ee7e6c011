'use client';

import { CheckIcon, ImageIcon } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { shareReloads } from '@/components/share/use-share';
import { Button } from '@/components/ui/button';
import { useSend } from '@/lib/client/call/use-call';
import { useFailureText } from '@/lib/client/call/use-failure-text';
import type { ShareFile } from '@/lib/contract/share/file';
import { share } from '@/lib/contract/share/share';
import type { ShareDetail } from '@/lib/contract/share/share-shapes';
import { isMostlyPhotos, photoKind } from '@/lib/domain/file/photos';

type UseAsCoverProps = { detail: ShareDetail; file: ShareFile };

/** In the viewer: lets the page of the link open with this photo. Pressed again, it opens with the first. */
export function UseAsCover({ detail: { id, cover, files }, file }: UseAsCoverProps) {
  const t = useTranslations('share.detail.cover');
  const failureText = useFailureText();
  const choose = useSend(share.setCover, shareReloads);
  const clear = useSend(share.clearCover, shareReloads);
  if (photoKind(file) === null || !isMostlyPhotos(files)) return null;
  const isChosen = cover === file.id;
  const error = choose.error ?? clear.error;
  const toggle = () => {
    for (const { reset } of [choose, clear]) reset();
    if (isChosen) clear.mutate({ params: { id } });
    else choose.mutate({ params: { id }, body: { value: file.id } });
  };
  return (
    <>
      {error && (
        <span role="alert" className="max-w-48 truncate text-xs text-danger" title={failureText(error)}>
          {failureText(error)}
        </span>
      )}
      <Button
        tone={isChosen ? 'quiet' : 'ghost'}
        aria-pressed={isChosen}
        title={t('use')}
        pending={choose.isPending || clear.isPending}
        onClick={toggle}
      >
        {isChosen ? <CheckIcon aria-hidden /> : <ImageIcon aria-hidden />}
        <span className="max-sm:sr-only">{t('use')}</span>
      </Button>
    </>
  );
}
