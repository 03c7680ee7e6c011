'use client';

import { type FormEvent, useState } from 'react';
import { type SignInOutcome, signInWithPassword } from '@/lib/client/session/sign-in';

export type SignInProblem = Exclude<SignInOutcome, 'signedIn'> | 'empty';

type SignInFailure = {
  problem: SignInProblem;
  words: string | null;
  attempt: number;
};

/** Reloads the page after a success, so that no data of another account stays in memory. */
export function useSignIn(target: string, keep: boolean) {
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
    const { outcome, words } = await signInWithPassword(account.value, password.value, keep);
    if (outcome === 'signedIn') return location.replace(target);
    setPending(false);
    fail(outcome, words);
    password.value = '';
    if (outcome === 'refused') password.focus();
  };
  return { pending, failed, submit };
}

const isInput = (element: unknown): element is HTMLInputElement => element instanceof HTMLInputElement;
