'use client';

import { useRouter } from 'next/navigation';
import { type FormEvent, useState } from 'react';
import { usePasswordFlaw } from '@/components/new-password/new-password-field';
import { useToast } from '@/components/ui/dialog/toast';
import { useAppConfig } from '@/lib/client/app-config';
import { useSend } from '@/lib/client/call/use-call';
import { useHash } from '@/lib/client/use-hash';
import { signup } from '@/lib/contract/signup';
import { paths } from '@/lib/paths';
import { inviteIn, problemsOf, type RegistrationDraft } from './registration';

export function useRegistration() {
  const router = useRouter();
  const say = useToast();
  const needsInvite = useAppConfig().signupMode === 'invite';
  const linked = inviteIn(useHash() ?? '');
  const [typed, setTyped] = useState<Partial<RegistrationDraft>>({});
  const [isChecked, setChecked] = useState(false);
  const fields = { login: '', password: '', repeat: '', invite: linked, ...typed };
  const flaw = usePasswordFlaw(fields.password, fields.login);
  const problems = problemsOf(fields, { needsInvite, flaw });
  const send = useSend(signup.register);

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (send.isPending) return;
    setChecked(true);
    send.reset();
    const [first] = problems;
    if (first) {
      const control = event.currentTarget.elements.namedItem(first.at);
      if (control instanceof HTMLElement) control.focus();
      return;
    }
    const { login, password, invite } = fields;
    const onSuccess = ({ message }: { message: string }) => {
      say(message);
      router.push(paths.login());
    };
    send.mutate({ body: { login, password, ...(needsInvite && { invite: invite.trim() }) } }, { onSuccess });
  };
  const change = (part: Partial<RegistrationDraft>) => setTyped({ ...typed, ...part });
  return { needsInvite, fields, change, problems: isChecked ? problems : [], send, submit };
}
