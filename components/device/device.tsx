'use client';

import { useTranslations } from 'next-intl';
import { type FormEvent, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/form/field';
import { Input } from '@/components/ui/form/input';
import { PageHeader } from '@/components/ui/page-header';
import { DeviceQuestion } from './device-question';

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
              autoComplete="off"
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
