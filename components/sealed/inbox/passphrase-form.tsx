'use client';

import { useTranslations } from 'next-intl';
import { type FormEvent, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/form/field';
import { PasswordField } from '@/components/ui/form/password-field';
import { canSealInboxesHere } from '@/lib/client/sealed/can-seal';
import { unlockInbox } from '@/lib/client/sealed/inbox-seals';
import type { InboxSeal } from '@/lib/contract/share/sealed';

/** Asks once per tab; `onOpen` then finds the inbox open. */
export function PassphraseForm({ seal, onOpen }: { seal: InboxSeal; onOpen: () => void }) {
  const t = useTranslations('sealed');
  const show = useTranslations('open.gate');
  const [text, setText] = useState('');
  const [flaw, setFlaw] = useState<'wrong' | 'outdated' | null>(null);
  const [isPending, setPending] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setPending(true);
    const isAble = await canSealInboxesHere();
    const isOpen = isAble && (await unlockInbox(seal, text));
    setPending(false);
    setFlaw(isOpen ? null : isAble ? 'wrong' : 'outdated');
    if (isOpen) onOpen();
  };
  return (
    <>
      <p className="mt-1 mb-6 text-pretty text-muted">{t('inbox.unlock')}</p>
      <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
        <Field label={t('inbox.passphrase')} error={flaw ? t(`inbox.${flaw}`) : undefined}>
          <PasswordField
            autoComplete="current-password"
            showLabel={show('show')}
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
