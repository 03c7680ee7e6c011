'use client';

import { useTranslations } from 'next-intl';
import { ChooseAgain, UnfinishedOffer } from '@/components/upload/unfinished-offer';
import type { useUnfinished } from '@/components/upload/use-unfinished';

type UnfinishedPartProps = { unfinished: ReturnType<typeof useUnfinished>; maxSizeBytes: number };

export function UnfinishedPart({ unfinished, maxSizeBytes }: UnfinishedPartProps) {
  const t = useTranslations('inbox.discard');
  if (unfinished.isChoosing) return <ChooseAgain unfinished={unfinished} maxSizeBytes={maxSizeBytes} />;
  return (
    <UnfinishedOffer
      unfinished={unfinished}
      discardWords={{ title: t('title'), text: t('text'), yes: t('yes') }}
    />
  );
}
