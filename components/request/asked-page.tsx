'use client';

import dynamic from 'next/dynamic';
import { useTranslations } from 'next-intl';
import { type ReactNode, useState } from 'react';
import { ReportLink } from '@/components/open/report-link';
import { Button } from '@/components/ui/button';
import { Empty } from '@/components/ui/empty';
import { Spinner } from '@/components/ui/spinner';
import { CallError, call } from '@/lib/client/call/call';
import { useCall, useSend } from '@/lib/client/call/use-call';
import { useFailureText } from '@/lib/client/call/use-failure-text';
import { useHash } from '@/lib/client/use-hash';
import { asked } from '@/lib/contract/alias/asked';
import { AskedList, type KeyTexts } from './asked-list';

// Few rounds want proofs.
const AskedDoor = dynamic(() => import('./asked-door').then((module) => module.AskedDoor), { ssr: false });

type AskedPageProps = { keyTexts: KeyTexts; chip: ReactNode; reportLabel: string | null };

/** The secret is in the URL's fragment, so it reaches no log. @param reportLabel null where nobody takes reports */
export function AskedPage(props: AskedPageProps) {
  const t = useTranslations('asked');
  const hash = useHash();
  if (hash === null) return <Spinner label={t('loading')} />;
  const [, stop] = /^#stop=(.+)$/.exec(hash) ?? [];
  return stop ? (
    <StopReminders key={stop} token={stop} />
  ) : (
    <LoadedRequest key={hash} token={hash.slice(1).split('&')[0] ?? ''} {...props} />
  );
}

function LoadedRequest({ token, keyTexts, chip, reportLabel }: AskedPageProps & { token: string }) {
  const t = useTranslations('asked');
  const { data, error, refetch } = useCall(asked.look, { body: { token } });
  if (error && !data) return <DeadRequest error={error} onAgain={() => void refetch()} />;
  if (!data) return <Spinner label={t('loading')} />;
  const isLocked = data.codeTo !== null;
  return (
    <>
      {isLocked ? (
        <AskedDoor from={data.from} token={token} onProven={() => void refetch()} />
      ) : (
        <AskedList asked={data} {...{ token, keyTexts, chip }} />
      )}
      {reportLabel !== null && (
        <div className={`mx-auto w-full ${isLocked ? 'max-w-sm' : 'max-w-xl'}`}>
          <ReportLink
            to={{ send: (given) => call(asked.report, { body: { ...given, token } }) }}
            label={reportLabel}
          />
        </div>
      )}
    </>
  );
}

type DeadRequestProps = { error: Error; onAgain: () => void };

function DeadRequest({ error, onAgain }: DeadRequestProps) {
  const t = useTranslations('asked');
  const failureText = useFailureText();
  if (error instanceof CallError && error.code === 'asked.over')
    return <Empty heading="h1" title={t('over.title')} text={t('over.text')} />;
  return (
    <Empty heading="h1" title={t('title')} text={failureText(error)}>
      <Button onClick={onAgain}>{t('again')}</Button>
    </Empty>
  );
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
