'use client';

import { useTranslations } from 'next-intl';
import { type FormEvent, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/form/field';
import { PasswordField } from '@/components/ui/form/password-field';
import { useSend } from '@/lib/client/call/use-call';
import { useFailureText } from '@/lib/client/call/use-failure-text';
import { alias } from '@/lib/contract/alias/alias';

const reloads = [alias.get];

export function PasswordSection({ id, isSet }: { id: string; isSet: boolean }) {
  const t = useTranslations('alias.password');
  const failureText = useFailureText();
  const [value, setValue] = useState('');
  const set = useSend(alias.setPassword, { reloads });
  const clear = useSend(alias.clearPassword, { reloads });
  const error = set.error ?? clear.error;
  const save = (event: FormEvent) => {
    event.preventDefault();
    if (value !== '') set.mutate({ params: { id }, body: { value } }, { onSuccess: () => setValue('') });
  };
  return (
    <section aria-labelledby="password" className="mb-10 max-w-xl">
      <h2 id="password" className="mb-2 text-lg font-semibold tracking-tight">
        {t('title')}
      </h2>
      <p className="mb-3 text-sm text-pretty text-muted">{t(isSet ? 'on' : 'off')}</p>
      <form noValidate onSubmit={save} className="flex flex-wrap items-end gap-3">
        <div className="min-w-56 flex-1">
          <Field label={t(isSet ? 'new' : 'label')} error={error ? failureText(error) : undefined}>
            <PasswordField value={value} onValueChange={setValue} autoComplete="off" showLabel={t('show')} />
          </Field>
        </div>
        <Button type="submit" tone="quiet" disabled={value === ''} pending={set.isPending}>
          {t('set')}
        </Button>
        {isSet && (
          <Button tone="quiet" pending={clear.isPending} onClick={() => clear.mutate({ params: { id } })}>
            {t('remove')}
          </Button>
        )}
      </form>
    </section>
  );
}
