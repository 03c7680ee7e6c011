'use client';

import { type FormEvent, useState } from 'react';
import { usePasswordFlaw } from '@/components/new-password/use-password-flaw';
import { focusFirstProblem } from '@/components/ui/form/focus-first-problem';
import { useSend } from '@/lib/client/call/use-call';
import { useViewer } from '@/lib/client/session/session';
import { session } from '@/lib/contract/session';
import { settings } from '@/lib/contract/settings';

type PasswordFields = { current: string; next: string; repeat: string };
type PasswordProblem = { at: keyof PasswordFields; text: 'required' | 'mismatch' | 'flaw' };

const none: PasswordFields = { current: '', next: '', repeat: '' };

export function usePasswordChange() {
  const login = useViewer()?.login ?? '';
  const [fields, setFields] = useState(none);
  const [problems, setProblems] = useState<PasswordProblem[]>([]);
  const flaw = usePasswordFlaw(fields.next, login);
  const send = useSend(settings.changePassword, { reloads: [session.list] });

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (send.isPending) return;
    const form = event.currentTarget;
    const found = problemsOf(fields, flaw !== null);
    setProblems(found);
    send.reset();
    if (found.length > 0) {
      focusFirstProblem(form);
      return;
    }
    const body = { oldPassword: fields.current, newPassword: fields.next };
    send.mutate({ body }, { onSuccess: () => setFields(none) });
  };
  const change = (part: Partial<PasswordFields>) => {
    setFields({ ...fields, ...part });
    setProblems([]);
  };
  return { login, fields, change, problems, send, submit };
}

/** Reports empty fields first, and other problems only when all are filled. */
function problemsOf({ current, next, repeat }: PasswordFields, isFlawed: boolean): PasswordProblem[] {
  const all = Object.entries({ current, next, repeat }) as [keyof PasswordFields, string][];
  const empty = all.filter(([, value]) => value === '');
  if (empty.length > 0) return empty.map(([at]) => ({ at, text: 'required' }));
  if (isFlawed) return [{ at: 'next', text: 'flaw' }];
  return next === repeat ? [] : [{ at: 'repeat', text: 'mismatch' }];
}
