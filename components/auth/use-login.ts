'use client';

import { signIn } from 'next-auth/react';
import { useState } from 'react';

export type LoginProblem = 'failed' | 'unavailable';
type Attempt = { isPending: boolean; problem: LoginProblem | null };

/** Signs in through NextAuth, whose cookie is our session, and loads `back` afresh so that all of it is signed in. */
export function useLogin(back: string) {
  const [attempt, setAttempt] = useState<Attempt>({ isPending: false, problem: null });

  async function submit(account: string, password: string): Promise<void> {
    setAttempt({ isPending: true, problem: null });
    const answer = await signIn('password', { redirect: false, account, password }).catch(() => undefined);
    if (answer?.ok && !answer.error) window.location.assign(back);
    else {
      const isWrong = answer?.error === 'auth.loginFailed';
      setAttempt({ isPending: false, problem: isWrong ? 'failed' : 'unavailable' });
    }
  }

  return { ...attempt, submit };
}
