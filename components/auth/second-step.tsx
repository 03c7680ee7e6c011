'use client';

import { useTranslations } from 'next-intl';
import { type FormEvent, type ReactNode, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/form/field';
import { Input } from '@/components/ui/form/input';
import { CallError, call } from '@/lib/client/call/call';
import { useFailureText } from '@/lib/client/call/use-failure-text';
import { goOn } from '@/lib/client/session/leave';
import { auth } from '@/lib/contract/auth';

type SecondStepProps = {
  challenge: string;
  target: string;
  /** @param reason why the password has to be entered again; null: the person wants to */
  onBack: (reason: string | null) => void;
  /** Another way in. */
  children: ReactNode;
};

/** Asks for the code after the password; loads the page anew after a success, as `useSignIn` does. */
export function SecondStep({ challenge, target, onBack, children }: SecondStepProps) {
  const t = useTranslations('login.second');
  const login = useTranslations('login');
  const failureText = useFailureText();
  const [kind, setKind] = useState<'code' | 'recovery'>('code');
  const [code, setCode] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [pending, setPending] = useState(false);
  // The next code of an app is another one.
  const codeToMend = kind === 'recovery' ? code : '';
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (pending) return;
    if (code.trim() === '') return setProblem(t('missing'));
    setPending(true);
    try {
      await call(auth.second, { body: { challenge, code } });
      goOn(target);
    } catch (error) {
      const isOver = error instanceof CallError && error.code === 'auth.challengeOver';
      if (isOver) return onBack(failureText(error));
      setProblem(failureText(error));
      setCode(codeToMend);
      setPending(false);
    }
  };
  const swap = () => {
    setKind(kind === 'code' ? 'recovery' : 'code');
    setCode('');
    setProblem(null);
  };
  return (
    <form method="post" onSubmit={submit} noValidate className="flex flex-col gap-4">
      <p className="text-sm">{t('lead')}</p>
      <Field label={t(kind)} hint={t(`${kind}Hint`)} error={problem}>
        <Input
          key={kind}
          name="code"
          autoComplete="one-time-code"
          inputMode={kind === 'code' ? 'numeric' : 'text'}
          autoCapitalize="characters"
          autoCorrect="off"
          spellCheck={false}
          autoFocus
          value={code}
          onValueChange={(next) => {
            setCode(next);
            setProblem(null);
          }}
        />
      </Field>
      <div className="flex flex-col">
        <Button type="submit" pending={pending}>
          {login('submit')}
        </Button>
        {children}
      </div>
      <div className="flex flex-wrap justify-around gap-2">
        <Button tone="ghost" onClick={swap}>
          {t(kind === 'code' ? 'useRecovery' : 'useApp')}
        </Button>
        <Button tone="ghost" onClick={() => onBack(null)}>
          {t('back')}
        </Button>
      </div>
    </form>
  );
}
