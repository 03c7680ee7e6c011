'use client';

import { useFormatter, useTranslations } from 'next-intl';
import { Button } from '@/components/ui/button';
import { Empty } from '@/components/ui/empty';
import { Spinner } from '@/components/ui/spinner';
import { useCall, useSend } from '@/lib/client/call/use-call';
import { useFailureText } from '@/lib/client/call/use-failure-text';
import { useHash } from '@/lib/client/use-hash';
import { ending } from '@/lib/contract/activity';
import { dateTimeFormat } from '@/lib/domain/time/moment';

/** Opening this page must change nothing: mail programs open links, too. */
export function Ending() {
  const t = useTranslations('ending');
  const hash = useHash();
  if (hash === null) return <Spinner label={t('loading')} />;
  const [, action = 'extend', token = ''] = /^#(extend|end)=(.+)$/.exec(hash) ?? [];
  return <EndingQuestion key={token} token={token} isExtending={action === 'extend'} />;
}

function EndingQuestion({ token, isExtending }: { token: string; isExtending: boolean }) {
  const t = useTranslations('ending');
  const format = useFormatter();
  const failureText = useFailureText();
  const { data, error } = useCall(ending.look, { body: { token } });
  const decide = useSend(ending.decide);
  const dateOf = (millis: number) => format.dateTime(millis, dateTimeFormat('full'));

  if (decide.data) {
    const { until } = decide.data;
    return <Empty heading="h1" title={until ? t('extended', { date: dateOf(until) }) : t('ended')} />;
  }
  const failure = decide.error ?? error;
  if (failure) return <Empty heading="h1" title={failureText(failure)} />;
  if (!data) return <Spinner label={t('loading')} />;
  const { name, until } = data;
  const answer = (extend: boolean) => (
    <Button
      tone={extend === isExtending ? 'primary' : 'quiet'}
      disabled={decide.isPending}
      onClick={() => decide.mutate({ body: { token, extend } })}
    >
      {extend ? t('extend') : t('end')}
    </Button>
  );
  return (
    <Empty
      heading="h1"
      title={isExtending ? t('ask', { name }) : t('askEnd', { name })}
      text={t('until', { date: dateOf(until) })}
    >
      {answer(isExtending)}
      {answer(!isExtending)}
    </Empty>
  );
}
