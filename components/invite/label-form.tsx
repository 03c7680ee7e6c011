'use client';

import { useTranslations } from 'next-intl';
import { type FormEvent, useState } from 'react';
import { ChangedMeanwhile, currentText } from '@/components/app/changed-meanwhile';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/form/field';
import { Input } from '@/components/ui/form/input';
import { useSend } from '@/lib/client/call/use-call';
import { useFailureText } from '@/lib/client/call/use-failure-text';
import { type OpenInvite, signup } from '@/lib/contract/signup';

export function LabelForm({ invite, onLeave }: { invite: OpenInvite; onLeave: () => void }) {
  const t = useTranslations('invite.open');
  const failureText = useFailureText();
  const [label, setLabel] = useState(invite.label ?? '');
  const [was, setWas] = useState(invite.label);
  const { mutateAsync, isPending, error, reset } = useSend(signup.labelInvite, { reloads: [signup.invites] });
  const save = async (read: string | null) => {
    await mutateAsync({ params: { id: invite.id }, body: { label, was: read } });
    onLeave();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void save(was).catch(() => undefined);
  };
  return (
    <form
      noValidate
      onSubmit={submit}
      onKeyDown={(event) => event.key === 'Escape' && onLeave()}
      className="mb-2 flex flex-wrap items-start gap-2"
    >
      <div className="min-w-0 flex-1 basis-48">
        <Field quietLabel label={t('label')} error={error && failureText(error)}>
          <Input
            name="label"
            autoFocus
            autoComplete="off"
            maxLength={100}
            placeholder={t('label')}
            value={label}
            onValueChange={setLabel}
          />
        </Field>
      </div>
      <Button type="submit" pending={isPending}>
        {t('save')}
      </Button>
      <Button tone="ghost" onClick={onLeave}>
        {t('cancel')}
      </Button>
      <ChangedMeanwhile
        error={error}
        own={{ label }}
        onOverwrite={(now) => save(currentText(now))}
        onKeep={(now) => {
          setWas(currentText(now));
          reset();
        }}
      />
    </form>
  );
}
