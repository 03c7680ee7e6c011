'use client';

import { useTranslations } from 'next-intl';
import { useEffect } from 'react';
import { FailureBanner } from '@/components/app/failure-banner';
import { Banner } from '@/components/ui/dialog/banner';
import { useCall } from '@/lib/client/call/use-call';
import { shareKeys } from '@/lib/client/sealed/share-keys';
import { receipt } from '@/lib/contract/alias/receipt';
import type { Delivery } from './delivery';

type AddToDeliveryProps = {
  delivery: Delivery;
  secret: string;
  onLoaded: (secret: string) => void;
};

export function AddToDelivery({ delivery, secret, onLoaded }: AddToDeliveryProps) {
  const t = useTranslations('inbox.adds');
  const { data, error } = useCall(receipt.look, { body: { token: secret } });
  const isHere = data?.into?.aliasId === delivery.aliasId;
  // A sealed delivery grows in the tab that has its key.
  const hasKey = !delivery.settings.publicKey || shareKeys.get(data?.into?.shareId ?? '') !== null;
  const target = isHere && hasKey ? data.into : null;
  const answer = target ? 'yes' : isHere ? 'locked' : 'no';
  const shareId = target?.shareId;
  const number = data?.number;
  const isLoaded = Boolean(data ?? error);
  useEffect(() => {
    if (shareId && number !== undefined) delivery.addTo({ shareId, number, receipt: secret });
    if (isLoaded) onLoaded(secret);
  }, [delivery, shareId, number, secret, isLoaded, onLoaded]);
  if (!data && !error) return null;
  return (
    <div className="mb-6">
      <FailureBanner error={error} />
      {data && <Banner tone="info">{t(answer, { number: data.number })}</Banner>}
    </div>
  );
}
