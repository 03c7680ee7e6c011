'use client';

import { type FormEvent, useState } from 'react';
import { usePasswordFlaw } from '@/components/new-password/use-password-flaw';
import { focusFirstProblem } from '@/components/ui/focus-first-problem';
import { useViewer } from '@/lib/client/session';
import { useSend } from '@/lib/client/use-call';
import { session } from '@/lib/contract/session';
import { settings } from '@/lib/contract/settings';

type Fields = { current: string; next: string; repeat: string };
type Problem = { at: keyof Fields; text: 'required' | 'mismatch' | 'flaw' };

const none: Fields = { current: '', next: '', repeat: '' };

/** The form's state. After a success it is empty again; a refusal leaves it as it is. */
export function usePasswordChange() {
  const login = useViewer()?.login ?? '';
  const [fields, setFields] = useState(none);
  const [problem, setProblem] = useState<Problem>();
  const flaw = usePasswordFlaw(fields.next, login);
  const send = useSend(settings.changePassword, { reloads: [session.list] });

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (send.isPending) return;
    const form = event.currentTarget;
    const found = problemOf(fields, flaw !== null);
    setProblem(found);
    send.reset();
    if (found) {
      focusFirstProblem(form);
      return;
    }
    const body = { oldPassword: fields.current, newPassword: fields.next };
    send.mutate({ body }, { onSuccess: () => setFields(none) });
  };
  const change = (part: Partial<Fields>) => {
    setFields({ ...fields, ...part });
    setProblem(undefined);
  };
  return { login, fields, change, problem, send, submit };
}

function problemOf({ current, next, repeat }: Fields, isFlawed: boolean): Problem | undefined {
  const empty = Object.entries({ current, next, repeat }).find(([, value]) => value === '');
  if (empty) return { at: empty[0] as keyof Fields, text: 'required' };
  if (isFlawed) return { at: 'next', text: 'flaw' };
  return next === repeat ? undefined : { at: 'repeat', text: 'mismatch' };
}
