'use client';

import { useMutation } from '@tanstack/react-query';
import { MailIcon } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { type FormEvent, type ReactNode, useState } from 'react';
import { FailureBanner } from '@/components/app/failure-banner';
import { Button } from '@/components/ui/button';
import { Banner } from '@/components/ui/dialog/banner';
import { Field } from '@/components/ui/form/field';
import { Input } from '@/components/ui/form/input';
import { useFailureText } from '@/lib/client/call/use-failure-text';

type CodeDoorProps = {
  /** The link that it stands before. */
  link: string;
  text: string;
  /** Says who has sent the link. */
  children: ReactNode;
  send: () => Promise<{ address: string }>;
  prove: (code: string) => Promise<unknown>;
  onProven: () => void;
};

/** The link that a right code was given for. Whoever comes back to its form has kept no cookie. */
let provenLink: string | null = null;

/** A button press sends the code, because mail scanners run scripts but press no buttons. */
export function CodeDoor({ link, text, children, onProven, ...calls }: CodeDoorProps) {
  const t = useTranslations('open');
  const tFailure = useTranslations('app.failure');
  const failureText = useFailureText();
  const [code, setCode] = useState('');
  const [lacksCookie] = useState(() => provenLink === link);
  const send = useMutation({ mutationFn: calls.send });
  const prove = useMutation({
    mutationFn: calls.prove,
    onSuccess: () => {
      provenLink = link;
      onProven();
    },
  });
  const ask = () => {
    prove.reset();
    setCode('');
    send.mutate();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (code.trim() !== '' && !prove.isPending) prove.mutate(code.trim());
  };
  return (
    <section className="mx-auto mt-[12vh] max-w-sm">
      <MailIcon aria-hidden className="mb-4 size-8 text-faint" strokeWidth={1.5} />
      <h1 className="text-2xl font-semibold tracking-tight text-balance">{t('code.title')}</h1>
      {children}
      <p className="mt-1 mb-6 text-pretty text-muted">
        {send.data ? t('code.sent', { address: send.data.address }) : text}
      </p>
      <FailureBanner error={send.error} className="mb-4" />
      {lacksCookie && !send.data && (
        <div className="mb-4">
          <Banner tone="error">{tFailure('cookies')}</Banner>
        </div>
      )}
      {send.data ? (
        <form noValidate onSubmit={submit} className="flex flex-col gap-4">
          <Field label={t('code.field')} error={prove.error && failureText(prove.error)}>
            <Input
              autoFocus
              tone="code"
              inputMode="numeric"
              autoComplete="one-time-code"
              maxLength={200}
              value={code}
              onValueChange={setCode}
            />
          </Field>
          <Button type="submit" pending={prove.isPending || prove.isSuccess}>
            {t('code.open')}
          </Button>
          <Button tone="ghost" pending={send.isPending} onClick={ask}>
            {t('code.again')}
          </Button>
        </form>
      ) : (
        <Button pending={send.isPending} onClick={ask}>
          {t('code.send')}
        </Button>
      )}
    </section>
  );
}
