'use client';

import { useState } from 'react';
import { call } from '@/lib/client/call/call';
import { useFailureText } from '@/lib/client/call/use-failure-text';
import { auth } from '@/lib/contract/auth';

/** Signs in as the user whom the proxy names, then reloads the page as `useSignIn` does. */
export function useProxySignIn(target: string, keep: boolean) {
  const [pending, setPending] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const failureText = useFailureText();

  const signIn = async () => {
    setPending(true);
    setProblem(null);
    try {
      await call(auth.proxy, { body: { keepSignedIn: keep } });
      location.replace(target);
    } catch (error) {
      setProblem(failureText(error));
      setPending(false);
    }
  };
  return { pending, problem, signIn };
}
