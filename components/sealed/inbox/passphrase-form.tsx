'use client';

import { useTranslations } from 'next-intl';
import { type FormEvent, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/form/field';
import { PasswordField } from '@/components/ui/form/password-field';
import { canSealInboxesHere } from '@/lib/client/sealed/can-seal';
import { unlockInbox } from '@/lib/client/sealed/inbox-seals';
import type { InboxSeal } from '@/lib/contract/share/sealed';
import { InboxKeyMismatch } from '@/lib/domain/sealed/inbox-key';

type PassphraseFormProps = {
  seal: InboxSeal;
  /** Finds the inbox open. Returns whether the delivery is, too. */
  onOpen: () => Promise<boolean>;
};
type OpeningFlaw = 'wrong' | 'outdated' | 'broken' | 'failed' | 'foreign';

/** Asks once per tab. */
export function PassphraseForm({ seal, onOpen }: PassphraseFormProps) {
  const t = useTranslations('sealed');
  const words = useTranslations('newPassword');
  const [text, setText] = useState('');
  const [flaw, setFlaw] = useState<OpeningFlaw | null>(null);
  const [isPending, setPending] = useState(false);
  const open = async (): Promise<OpeningFlaw | null> => {
    if (!(await canSealInboxesHere())) return 'outdated';
    if (!(await unlockInbox(seal, text))) return 'wrong';
    return (await onOpen()) ? null : 'broken';
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setPending(true);
    setFlaw(await open().catch((error) => (error instanceof InboxKeyMismatch ? 'foreign' : 'failed')));
    setPending(false);
  };
  return (
    <>
      <p className="mt-1 mb-6 text-pretty text-muted">{t('inbox.unlock')}</p>
      <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
        <Field label={t('inbox.passphrase')} error={flaw ? t(`inbox.${flaw}`) : undefined}>
          <PasswordField
            autoComplete="current-password"
            showLabel={words('showField', { field: t('inbox.passphrase') })}
            value={text}
            onValueChange={(value) => {
              setText(value);
              setFlaw(null);
            }}
          />
        </Field>
        <Button type="submit" pending={isPending}>
          {t('open')}
        </Button>
      </form>
    </>
  );
}
