'use client';

import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { type FormEvent, useState } from 'react';
import { NewPasswordField, usePasswordFlaw } from '@/components/new-password/new-password-field';
import { Button } from '@/components/ui/button';
import { Banner } from '@/components/ui/dialog/banner';
import { useToast } from '@/components/ui/dialog/toast';
import { Field } from '@/components/ui/form/field';
import { Input } from '@/components/ui/form/input';
import { PasswordField } from '@/components/ui/form/password-field';
import { Link } from '@/components/ui/link';
import { useAppConfig } from '@/lib/client/app-config';
import { useSend } from '@/lib/client/call/use-call';
import { useFailureText } from '@/lib/client/call/use-failure-text';
import { useHash } from '@/lib/client/use-hash';
import { signup } from '@/lib/contract/signup';
import { passwordBytes } from '@/lib/domain/account/account-password';
import { paths } from '@/lib/paths';
import { inviteIn, problemsOf, type RegistrationDraft, type RegistrationProblem } from './registration';

export function RegisterForm() {
  const t = useTranslations('register');
  const hint = useTranslations('newPassword');
  const failureText = useFailureText();
  const { mailEnabled } = useAppConfig();
  const { asks, isMailed, fields, change, problems, send, submit } = useRegistration();
  const isWrong = (...places: string[]) => problems.some(({ at }) => places.includes(at)) || undefined;
  const plain = { autoCapitalize: 'none', autoCorrect: 'off', spellCheck: false } as const;
  if (send.data && asks.confirmation) return <Banner tone="success">{send.data.message}</Banner>;
  return (
    <form method="post" noValidate onSubmit={submit} className="flex flex-col gap-4">
      {problems.length > 0 && <RegisterProblems problems={problems} />}
      {problems.length === 0 && send.error && (
        <Banner key={send.submittedAt} tone="error">
          {failureText(send.error)}
        </Banner>
      )}
      <Field label={t('login')} hint={t('loginHint')}>
        <Input
          {...plain}
          name="login"
          autoComplete="username"
          autoFocus
          aria-invalid={isWrong('login')}
          value={fields.login}
          onValueChange={(login) => change({ login })}
        />
      </Field>
      {asks.email && (
        <Field label={t(asks.confirmation ? 'email' : 'emailOptional')} hint={mailEnabled && t('emailHint')}>
          <Input
            type="email"
            name="email"
            autoComplete="email"
            aria-invalid={isWrong('email')}
            value={fields.email}
            onValueChange={(email) => change({ email })}
          />
        </Field>
      )}
      <NewPasswordField
        label={t('password')}
        name="password"
        login={fields.login}
        value={fields.password}
        onValueChange={(password) => change({ password })}
        aria-invalid={isWrong('password')}
      />
      <Field label={t('repeat')}>
        <PasswordField
          name="repeat"
          autoComplete="new-password"
          showLabel={hint('show')}
          capsLockHint={hint('capsLock')}
          aria-invalid={isWrong('repeat')}
          value={fields.repeat}
          onValueChange={(repeat) => change({ repeat })}
        />
      </Field>
      {asks.invite && (
        <Field label={t('invite')} hint={t(isMailed ? 'mailedHint' : 'inviteHint')}>
          <Input
            {...plain}
            tone="code"
            name="invite"
            aria-invalid={isWrong('invite')}
            value={fields.invite}
            onValueChange={(invite) => change({ invite })}
          />
        </Field>
      )}
      <Button type="submit" pending={send.isPending}>
        {t('submit')}
      </Button>
      <Link
        href={paths.login()}
        className="inline-flex min-h-6 items-center self-center rounded-sm text-sm text-muted underline decoration-faint underline-offset-4 hover:text-ink hover:decoration-ink pointer-coarse:min-h-11"
      >
        {t('toLogin')}
      </Link>
    </form>
  );
}

const ownWords = ['required', 'login', 'mismatch', 'invite'] as const;
const isOwn = (problem: RegistrationProblem): problem is (typeof ownWords)[number] =>
  ownWords.some((own) => own === problem);

function RegisterProblems({ problems }: { problems: { problem: RegistrationProblem }[] }) {
  const t = useTranslations('register');
  const password = useTranslations('newPassword.flaw');
  const { min } = passwordBytes;
  return (
    <Banner tone="error">
      {t('problems')}
      <ul className="mt-1 list-disc pl-4">
        {[...new Set(problems.map(({ problem }) => problem))].map((problem) => (
          <li key={problem}>{isOwn(problem) ? t(`problem.${problem}`) : password(problem, { min })}</li>
        ))}
      </ul>
    </Banner>
  );
}

function useRegistration() {
  const router = useRouter();
  const say = useToast();
  const { signupMode, signupEmail } = useAppConfig();
  const linked = inviteIn(useHash() ?? '');
  const isMailed = signupMode === 'invite' && linked.isMailed;
  const asks = {
    invite: signupMode === 'invite',
    email: signupEmail !== 'off' && !isMailed,
    confirmation: signupEmail === 'verified' && !isMailed,
  };
  const [typed, setTyped] = useState<Partial<RegistrationDraft>>({});
  const [isChecked, setChecked] = useState(false);
  const fields = { login: '', email: '', password: '', repeat: '', invite: linked.key, ...typed };
  const flaw = usePasswordFlaw(fields.password, fields.login);
  const rules = { needsInvite: asks.invite, needsEmail: asks.confirmation, flaw };
  const problems = problemsOf(fields, rules);
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
    const { login, email, password, invite } = fields;
    const onSuccess = ({ message }: { message: string }) => {
      if (asks.confirmation) return;
      say(message);
      router.push(paths.login());
    };
    const body = {
      login,
      password,
      ...(asks.email && { email }),
      ...(asks.invite && { invite: invite.trim() }),
    };
    send.mutate({ body }, { onSuccess });
  };
  const change = (part: Partial<RegistrationDraft>) => setTyped({ ...typed, ...part });
  return { asks, isMailed, fields, change, problems: isChecked ? problems : [], send, submit };
}
