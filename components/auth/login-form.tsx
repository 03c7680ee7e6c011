'use client';

import { useTranslations } from 'next-intl';
import { type FormEvent, type ReactNode, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Banner } from '@/components/ui/dialog/banner';
import { Field } from '@/components/ui/form/field';
import { Input } from '@/components/ui/form/input';
import { PasswordField } from '@/components/ui/form/password-field';
import { goOn } from '@/lib/client/session/leave';
import { type SignInOutcome, signInWithPassword } from '@/lib/client/session/sign-in';

type LoginFormProps = {
  target: string;
  keep: boolean;
  /** Why a second step has failed. */
  problem: string | null;
  onChallenge: (challenge: string, words: string | null) => void;
  children: ReactNode;
};

export function LoginForm({ target, keep, problem, onChallenge, children }: LoginFormProps) {
  const t = useTranslations('login');
  const { pending, failed, submit } = useSignIn({ target, keep, onChallenge });
  return (
    <form method="post" onSubmit={submit} noValidate className="flex flex-col gap-4">
      {problem && !failed && <Banner tone="error">{problem}</Banner>}
      {failed && (
        <Banner key={failed.attempt} tone="error">
          {failed.words ?? t(`problem.${failed.problem}`)}
        </Banner>
      )}
      <Field label={t('account')}>
        <Input
          name="account"
          autoComplete="username webauthn"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          autoFocus
          required
        />
      </Field>
      <Field label={t('password')}>
        <PasswordField
          name="password"
          autoComplete="current-password"
          showLabel={t('showPassword')}
          capsLockHint={t('capsLock')}
          required
        />
      </Field>
      {children}
      <Button type="submit" pending={pending}>
        {t('submit')}
      </Button>
    </form>
  );
}

type SignInProblem = Exclude<SignInOutcome, 'signedIn' | 'secondFactor'> | 'empty';

type SignInFailure = {
  problem: SignInProblem;
  words: string | null;
  attempt: number;
};

type PasswordSignIn = Pick<LoginFormProps, 'target' | 'keep' | 'onChallenge'>;

/** Reloads the page after a success, so that no data of another account stays in memory. */
function useSignIn({ target, keep, onChallenge }: PasswordSignIn) {
  const [pending, setPending] = useState(false);
  const [failed, setFailed] = useState<SignInFailure>();

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const [account, password] = ['account', 'password'].map((name) => form.elements.namedItem(name));
    if (!isInput(account) || !isInput(password) || pending) return;
    const fail = (problem: SignInProblem, words: string | null = null) => {
      setFailed((last) => ({ problem, words, attempt: (last?.attempt ?? 0) + 1 }));
    };

    const empty = [account, password].find(({ value }) => value === '');
    if (empty) {
      empty.focus();
      return fail('empty');
    }
    setPending(true);
    const { outcome, words, challenge } = await signInWithPassword(account.value, password.value, keep);
    if (outcome === 'signedIn') return goOn(target);
    setPending(false);
    if (outcome === 'secondFactor') return onChallenge(challenge ?? '', words);
    fail(outcome, words);
    password.value = '';
    if (outcome === 'refused') password.focus();
  };
  return { pending, failed, submit };
}

const isInput = (element: unknown): element is HTMLInputElement => element instanceof HTMLInputElement;
