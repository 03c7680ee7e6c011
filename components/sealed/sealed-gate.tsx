'use client';

import { LockKeyholeIcon } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/form/field';
import { focusFirstProblem } from '@/components/ui/form/focus-first-problem';
import { PasswordField } from '@/components/ui/form/password-field';
import { useFailureText } from '@/lib/client/call/use-failure-text';
import { canSealHere } from '@/lib/client/sealed/can-seal';
import { shareKeys } from '@/lib/client/sealed/share-keys';
import { readShareKey } from '@/lib/domain/sealed/share-key';
import type { LockedState } from './use-sealed-share';

type SealedGateProps = {
  id: string;
  state: LockedState;
  headingLevel?: 'h1' | 'h2';
  /** Nobody sent it to whoever looks at it. */
  isOwn?: boolean;
  /** Asks for what opens it, in place of the key. */
  children?: ReactNode;
};

/** Stands in place of a sealed share until it is open. */
export function SealedGate({
  id,
  state,
  headingLevel: Heading = 'h1',
  isOwn = false,
  children,
}: SealedGateProps) {
  const t = useTranslations('sealed');
  const failureText = useFailureText();
  const [text, setText] = useState(''); // stays while a key is tried
  if (state.step === 'opening') return <p role="status">{t('opening')}</p>;
  return (
    <section className="mx-auto mt-[8vh] max-w-sm">
      <LockKeyholeIcon aria-hidden className="mb-4 size-8 text-live" strokeWidth={1.5} />
      <Heading className="text-2xl font-semibold tracking-tight text-balance">{t('title')}</Heading>
      {state.step === 'key' && state.isWrong && children && (
        <p role="alert" className="mt-1 text-pretty text-danger">
          {t('inbox.broken')}
        </p>
      )}
      {state.step === 'key' &&
        (children || <KeyForm isWrong={state.isWrong} {...{ id, isOwn, text, setText }} />)}
      {state.step === 'unsupported' && (
        <p className="mt-1 text-pretty text-muted">{t(canSealHere() ? 'noWorker' : 'insecure')}</p>
      )}
      {state.step === 'failed' && (
        <>
          <p className="mt-1 mb-4 text-muted">{failureText(state.error)}</p>
          <Button onClick={state.retry}>{t('retry')}</Button>
        </>
      )}
    </section>
  );
}

type KeyFormProps = {
  id: string;
  isOwn: boolean;
  isWrong: boolean;
  text: string;
  setText: (text: string) => void;
};

function KeyForm({ id, isOwn, isWrong, text, setText }: KeyFormProps) {
  const t = useTranslations('sealed');
  const words = useTranslations('newPassword');
  const [isCut, setCut] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const key = await readShareKey(text);
    setCut(!key);
    if (key) shareKeys.set(id, key);
    else if (form.current) focusFirstProblem(form.current);
  };
  useEffect(() => {
    if (isWrong && form.current) focusFirstProblem(form.current);
  }, [isWrong]);
  const error = isCut ? t('cut') : isWrong ? t('wrong') : undefined;
  return (
    <>
      <p className="mt-1 mb-6 text-pretty text-muted">{t(isOwn ? 'textOwn' : 'text')}</p>
      <form ref={form} noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
        <Field label={t('key')} error={error}>
          <PasswordField
            autoComplete="off"
            showLabel={words('showField', { field: t('key') })}
            value={text}
            onValueChange={(value) => {
              setText(value);
              setCut(false);
            }}
          />
        </Field>
        <Button type="submit">{t('open')}</Button>
      </form>
    </>
  );
}
