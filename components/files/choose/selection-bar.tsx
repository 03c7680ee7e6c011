'use client';

import { useTranslations } from 'next-intl';
import { Button } from '@/components/ui/button';
import { ZipLink, ZipProblem } from '../zip/zip-link';
import type { ZipOffer } from '../zip/zip-offer';

type SelectionBarProps = {
  chosen: number;
  count: number;
  offer: ZipOffer;
  maxBytes: number;
  onCancel: () => void;
};

export function SelectionBar({ chosen, count, offer, maxBytes, onCancel }: SelectionBarProps) {
  const t = useTranslations('files');
  return (
    <div className="sticky bottom-[max(1rem,env(safe-area-inset-bottom))] z-10 mt-4 flex flex-wrap items-center gap-x-3 gap-y-2 rounded-card bg-raised py-2 pr-2 pl-4 shadow-float ring-1 ring-line">
      <p role="status" className="mr-auto text-sm tabular-nums">
        {t('chosen', { chosen, count })}
      </p>
      <ZipProblem offer={offer} maxBytes={maxBytes} />
      <Button tone="ghost" onClick={onCancel}>
        {t('cancel')}
      </Button>
      {chosen > 0 && <ZipLink offer={offer} />}
    </div>
  );
}
