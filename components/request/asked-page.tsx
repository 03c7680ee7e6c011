'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { Empty } from '@/components/ui/empty';
import { Spinner } from '@/components/ui/spinner';
import { useCall, useSend } from '@/lib/client/call/use-call';
import { useFailureText } from '@/lib/client/call/use-failure-text';
import { useHash } from '@/lib/client/use-hash';
import { asked } from '@/lib/contract/alias/request';
import { AskedList } from './asked-list';

/** The secret is in the URL's fragment, so it reaches no log. */
export function AskedPage() {
  const t = useTranslations('asked');
  const hash = useHash();
  if (hash === null) return <Spinner label={t('loading')} />;
  const [, stop] = /^#stop=(.+)$/.exec(hash) ?? [];
  return stop ? (
    <StopReminders key={stop} token={stop} />
  ) : (
    <LoadedRequest key={hash} token={hash.slice(1)} />
  );
}

function LoadedRequest({ token }: { token: string }) {
  const t = useTranslations('asked');
  const failureText = useFailureText();
  const { data, error } = useCall(asked.look, { body: { token } });
  if (error && !data) return <Empty heading="h1" title={failureText(error)} />;
  if (!data) return <Spinner label={t('loading')} />;
  return <AskedList asked={data} token={token} />;
}

/** Opened by whoever follows the link; a scanner presses no button. */
function StopReminders({ token }: { token: string }) {
  const t = useTranslations('asked.stop');
  const failureText = useFailureText();
  const { mutate, isPending, error } = useSend(asked.stop);
  const [isDone, setDone] = useState(false);
  if (isDone) return <Empty heading="h1" title={t('done')} />;
  if (error) return <Empty heading="h1" title={failureText(error)} />;
  return (
    <Empty heading="h1" title={t('title')} text={t('text')}>
      <Button
        tone="primary"
        pending={isPending}
        onClick={() => mutate({ query: { token } }, { onSuccess: () => setDone(true) })}
      >
        {t('yes')}
      </Button>
    </Empty>
  );
}
