'use client';

import { LockIcon } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { SentBy } from '@/components/sender/sent-by';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/form/field';
import { PasswordField } from '@/components/ui/form/password-field';
import type { Sender } from '@/lib/contract/share/sender';

type PasswordGateProps = {
  title: string;
  sender: Sender | null;
  viewsLeft: number | null;
  onUnlock: (password: string) => void;
  isPending: boolean;
  error: string | undefined;
};

export function PasswordGate({ title, sender, viewsLeft, onUnlock, isPending, error }: PasswordGateProps) {
  const t = useTranslations('open.gate');
  const tAsk = useTranslations('open.ask');
  const [password, setPassword] = useState('');
  const field = useRef<HTMLInputElement>(null);

  useEffect(() => {
    // After a wrong try the next one replaces it at once.
    if (error && !isPending) field.current?.select();
  }, [error, isPending]);

  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (password === '' || isPending) return field.current?.focus();
    onUnlock(password);
  };
  return (
    <section className="mx-auto mt-[12vh] max-w-sm">
      <LockIcon aria-hidden className="mb-4 size-8 text-faint" strokeWidth={1.5} />
      <h1 className="text-2xl font-semibold tracking-tight text-balance [overflow-wrap:anywhere]">{title}</h1>
      <SentBy sender={sender} />
      <p className="mt-1 mb-6 text-muted">{t('text')}</p>
      <form noValidate onSubmit={onSubmit} className="flex flex-col gap-4">
        <Field label={t('password')} error={isPending ? undefined : error}>
          <PasswordField
            ref={field}
            value={password}
            onValueChange={setPassword}
            autoFocus
            autoComplete="off"
            showLabel={t('show')}
          />
        </Field>
        <Button type="submit" pending={isPending}>
          {viewsLeft === null ? t('open') : tAsk('open', { count: viewsLeft })}
        </Button>
      </form>
    </section>
  );
}
