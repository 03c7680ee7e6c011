'use client';

import { SendHorizontalIcon } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { Button } from '@/components/ui/button';
import { SendBar } from '@/components/upload/send-bar';
import { StartButton } from '@/components/upload/start-button';
import { useFailureText } from '@/lib/client/call/use-failure-text';
import { useUploads } from '@/lib/client/upload/upload-snapshot';
import { useBytes } from '@/lib/client/use-bytes';
import type { Delivery, DeliverySnapshot } from './delivery';
import { areTooMany } from './delivery-rules';

type SendPartProps = {
  delivery: Delivery;
  state: DeliverySnapshot;
  isPending: boolean;
  problem: string | null;
};

export function SendPart({ delivery, state, isPending, problem }: SendPartProps) {
  const t = useTranslations('inbox.send');
  const uploadText = useTranslations('upload');
  const sizeText = useBytes();
  const failureText = useFailureText();
  const { maxSize, maxAliasFiles } = delivery.settings;
  const { ids, totalBytes } = useUploads(delivery.upload.queue);
  const count = ids.length;
  const trouble = limitProblem() ?? problem ?? (state.failure ? failureText(state.failure) : null);

  function limitProblem(): string | null {
    if (areTooMany(count, delivery.settings)) return t('tooMany', { count, max: maxAliasFiles });
    if (totalBytes <= maxSize) return null;
    return uploadText('tooLarge', { total: sizeText(totalBytes), max: sizeText(maxSize) });
  }

  return (
    <SendBar
      trouble={trouble}
      summary={count > 0 && <p>{t('summary', { count, size: sizeText(totalBytes) })}</p>}
    >
      {(count > 0 || state.note !== '') && (
        <Button tone="ghost" disabled={isPending} onClick={() => delivery.clear()}>
          {t('clear')}
        </Button>
      )}
      <div className="flex gap-2 max-sm:[&>[type=submit]]:flex-1">
        <StartButton isOff={count === 0 || isPending} />
        <Button type="submit" pending={isPending}>
          <SendHorizontalIcon aria-hidden />
          {t('submit', { count })}
        </Button>
      </div>
    </SendBar>
  );
}
