'use client';

import { useFormatter, useTranslations } from 'next-intl';
import { type FormEvent, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Banner } from '@/components/ui/dialog/banner';
import { Field } from '@/components/ui/form/field';
import { Input } from '@/components/ui/form/input';
import { PageHeader } from '@/components/ui/page-header';
import { Spinner } from '@/components/ui/spinner';
import { useCall, useSend } from '@/lib/client/call/use-call';
import { useFailureText } from '@/lib/client/call/use-failure-text';
import { useViewer } from '@/lib/client/session/session';
import { device } from '@/lib/contract/device';
import { dateTimeFormat } from '@/lib/domain/time/moment';

/** Lets a program without a browser sign in, by the code that it displays. */
export function Device({ given }: { given: string }) {
  const t = useTranslations('device');
  const [typed, setTyped] = useState('');
  const [code, setCode] = useState(given);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setCode(typed.trim());
  };
  return (
    <div className="mx-auto w-full max-w-md">
      <PageHeader title={t('title')} />
      {code ? (
        <DeviceQuestion code={code} onAgain={() => setCode('')} />
      ) : (
        <form method="post" onSubmit={submit} className="flex flex-col gap-4">
          <Field label={t('code')} hint={t('codeHint')}>
            <Input
              autoFocus
              tone="code"
              maxLength={40}
              autoCapitalize="characters"
              value={typed}
              onValueChange={setTyped}
            />
          </Field>
          <div>
            <Button type="submit" disabled={typed.trim() === ''}>
              {t('next')}
            </Button>
          </div>
        </form>
      )}
    </div>
  );
}

function DeviceQuestion({ code, onAgain }: { code: string; onAgain: () => void }) {
  const t = useTranslations('device');
  const scope = useTranslations('token');
  const format = useFormatter();
  const failureText = useFailureText();
  const login = useViewer()?.login ?? '';
  const { data, error } = useCall(device.look, { body: { userCode: code } });
  const decide = useSend(device.decide);
  if (decide.data) {
    const { allow } = decide.variables.body;
    return <Banner tone="info">{allow ? t('allowed', { name: data?.name ?? '' }) : t('denied')}</Banner>;
  }
  const failure = decide.error ?? error;
  if (failure)
    return (
      <div className="flex flex-col items-start gap-4">
        <Banner tone="error">{failureText(failure)}</Banner>
        <Button tone="quiet" onClick={onAgain}>
          {t('other')}
        </Button>
      </div>
    );
  if (!data) return <Spinner label={t('loading')} />;
  const answer = (allow: boolean) => decide.mutate({ body: { userCode: code, allow } });
  return (
    <section className="rounded-card border border-line bg-raised p-6 shadow-card">
      <h2 className="text-lg font-semibold wrap-anywhere">{t('ask', { name: data.name })}</h2>
      <p className="mt-1 text-sm text-muted">
        {t('from', {
          address: data.address ?? '–',
          date: format.dateTime(data.asked, dateTimeFormat('full')),
        })}
      </p>
      <p className="mt-4 text-sm">
        {t('may', { login, date: format.dateTime(data.until, dateTimeFormat('full')) })}
      </p>
      <ul className="mt-1 list-disc ps-5 text-sm">
        {data.scopes.map((one) => (
          <li key={one}>{scope(one)}</li>
        ))}
      </ul>
      <p className="mt-4 text-sm font-medium">{t('warn')}</p>
      <p className="mt-1 font-mono text-lg">{code}</p>
      <div className="mt-5 flex flex-wrap gap-2">
        <Button pending={decide.isPending} onClick={() => answer(true)}>
          {t('allow')}
        </Button>
        <Button tone="quiet" disabled={decide.isPending} onClick={() => answer(false)}>
          {t('deny')}
        </Button>
      </div>
    </section>
  );
}
