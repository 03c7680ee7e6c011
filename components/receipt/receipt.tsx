'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Empty } from '@/components/ui/empty';
import { Spinner } from '@/components/ui/spinner';
import { useCall } from '@/lib/client/call/use-call';
import { useFailureText } from '@/lib/client/call/use-failure-text';
import { useHash } from '@/lib/client/use-hash';
import { receipt } from '@/lib/contract/alias/receipt';
import { ReceiptPaper } from './receipt-paper';

/** The secret is in the URL's fragment, so it reaches no log. */
export function Receipt() {
  const t = useTranslations('receipt');
  const hash = useHash();
  if (hash === null) return <Spinner label={t('loading')} />;
  return <LoadedReceipt key={hash} token={hash.slice(1)} />;
}

function LoadedReceipt({ token }: { token: string }) {
  const t = useTranslations('receipt');
  const failureText = useFailureText();
  const { data, error } = useCall(receipt.look, { body: { token } });
  const [isBack, setBack] = useState(false);
  if (isBack) return <Empty heading="h1" title={t('back.done')} text={t('back.doneText')} />;
  if (error) return <Empty heading="h1" title={failureText(error)} />;
  if (!data) return <Spinner label={t('loading')} />;
  return <ReceiptPaper receipt={data} token={token} onBack={() => setBack(true)} />;
}
