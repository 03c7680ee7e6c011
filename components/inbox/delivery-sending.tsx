'use client';

import { useTranslations } from 'next-intl';
import { AgainButton } from '@/components/upload/again-button';
import { SendingPanel } from '@/components/upload/sending-panel';
import { useUploads } from '@/lib/client/upload/upload-snapshot';
import type { Delivery } from './delivery';

export function DeliverySending({ delivery, onAgain }: { delivery: Delivery; onAgain: () => void }) {
  const t = useTranslations('inbox');
  const { upload } = delivery;
  const { phase } = useUploads(upload.queue);
  const isStuck = phase === 'settled';
  return (
    <SendingPanel isOwn={false} upload={upload} label={t('sending.title')}>
      {isStuck ? (
        <div className="self-end">
          <AgainButton label={t('result.again')} tone="quiet" onClick={onAgain} />
        </div>
      ) : (
        <p className="text-xs text-muted">{t('sending.stay')}</p>
      )}
    </SendingPanel>
  );
}
