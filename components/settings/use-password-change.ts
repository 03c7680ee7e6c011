'use client';

import { type FormEvent, useState } from 'react';
import { usePasswordFlaw } from '@/components/new-password/use-password-flaw';
import { focusFirstProblem } from '@/components/ui/form/focus-first-problem';
import { useSend } from '@/lib/client/call/use-call';
import { useViewer } from '@/lib/client/session/session';
import { session } from '@/lib/contract/session';
import { settings } from '@/lib/contract/settings';

type Fields = { current: string; next: string; repeat: string };
type Problem = { at: keyof Fields; text: 'required' | 'mismatch' | 'flaw' };

const none: Fields = { current: '', next: '', repeat: '' };

/** The form's state. After a success it is empty again; a refusal leaves it as it is. */
export function usePasswordChange() {
  const login = useViewer()?.login ?? '';
  const [fields, setFields] = useState(none);
  const [problems, setProblems] = useState<Problem[]>([]);
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
  const change = (part: Partial<Fields>) => {
    setFields({ ...fields, ...part });
    setProblems([]);
  };
  return { login, fields, change, problems, send, submit };
}

/** Every empty field; when there is none, what is wrong with the new password. */
function problemsOf({ current, next, repeat }: Fields, isFlawed: boolean): Problem[] {
  const all = Object.entries({ current, next, repeat }) as [keyof Fields, string][];
  const empty = all.filter(([, value]) => value === '');
  if (empty.length > 0) return empty.map(([at]) => ({ at, text: 'required' }));
  if (isFlawed) return [{ at: 'next', text: 'flaw' }];
  return next === repeat ? [] : [{ at: 'repeat', text: 'mismatch' }];
}
