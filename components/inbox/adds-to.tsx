'use client';

import { useTranslations } from 'next-intl';
import { useEffect } from 'react';
import { Banner } from '@/components/ui/dialog/banner';
import { useCall } from '@/lib/client/call/use-call';
import { useFailureText } from '@/lib/client/call/use-failure-text';
import { receipt } from '@/lib/contract/alias/receipt';
import type { Delivery } from './delivery';

type AddsToProps = {
  delivery: Delivery;
  secret: string;
  /** It is known where the files go. */
  onSeen: (secret: string) => void;
};

/** Has the files go where the receipt says, and says so. */
export function AddsTo({ delivery, secret, onSeen }: AddsToProps) {
  const t = useTranslations('inbox.adds');
  const failureText = useFailureText();
  const { data, error } = useCall(receipt.look, { body: { token: secret } });
  const into = data?.into?.aliasId === delivery.aliasId ? data.into : null;
  const shareId = into?.shareId;
  const number = data?.number;
  const isSeen = Boolean(data ?? error);
  useEffect(() => {
    if (shareId && number !== undefined) delivery.addTo({ shareId, number, receipt: secret });
    if (isSeen) onSeen(secret);
  }, [delivery, shareId, number, secret, isSeen, onSeen]);
  if (!data && !error) return null;
  return (
    <div className="mb-6">
      {error && <Banner tone="error">{failureText(error)}</Banner>}
      {data && <Banner tone="info">{t(into ? 'yes' : 'no', { number: data.number })}</Banner>}
    </div>
  );
}
