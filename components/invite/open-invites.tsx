'use client';

import { PencilIcon } from 'lucide-react';
import { useFormatter, useTranslations } from 'next-intl';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { ChangedMeanwhile, currentText } from '@/components/app/changed-meanwhile';
import { FailureBanner } from '@/components/app/failure-banner';
import { Button, IconButton } from '@/components/ui/button';
import { Confirm } from '@/components/ui/dialog/confirm';
import { Field } from '@/components/ui/form/field';
import { Input } from '@/components/ui/form/input';
import { SkeletonRows } from '@/components/ui/skeleton';
import { useCall, useSend } from '@/lib/client/call/use-call';
import { useFailureText } from '@/lib/client/call/use-failure-text';
import { type OpenInvite, signup } from '@/lib/contract/signup';
import { dateTimeFormat } from '@/lib/domain/time/moment';

export function OpenInvites() {
  const t = useTranslations('invite.open');
  const { data, error, isPending } = useCall(signup.invites, {});
  return (
    <section aria-labelledby="open-invites" className="mt-12">
      <h2 id="open-invites" className="mb-2 text-sm font-medium">
        {t('title')}
      </h2>
      {isPending && <SkeletonRows rows={2} label={t('loading')} />}
      {!data && <FailureBanner error={error} />}
      {data?.items.length === 0 && (
        <p className="border-y border-line py-4 text-sm text-muted">{t('none')}</p>
      )}
      {data && data.items.length > 0 && (
        <ul className="divide-y divide-line border-y border-line">
          {data.items.map((invite) => (
            <InviteRow key={invite.id} invite={invite} />
          ))}
        </ul>
      )}
    </section>
  );
}

function InviteRow({ invite }: { invite: OpenInvite }) {
  const t = useTranslations('invite.open');
  const format = useFormatter();
  const [isEditing, setEditing] = useState(false);
  const [edits, setEdits] = useState(0);
  const edit = () => {
    setEditing(true);
    setEdits(edits + 1);
  };
  const { keyStart, address, label, createdBy, expires } = invite;
  const key = address ?? `${keyStart}…`;
  const date = format.dateTime(expires, dateTimeFormat('medium'));
  return (
    <li className={`flex flex-wrap gap-x-4 gap-y-2 py-3 ${isEditing ? 'items-start' : 'items-center'}`}>
      <div className="min-w-0 flex-1 basis-60">
        {isEditing ? (
          <LabelForm invite={invite} onLeave={() => setEditing(false)} />
        ) : (
          <p className="flex items-center gap-1 text-sm font-medium">
            <span className="min-w-0 wrap-anywhere">
              {label ?? <span className="font-normal text-muted">{t('noLabel')}</span>}
            </span>
            <EditButton label={t('edit', { key })} wasEditing={edits > 0} onEdit={edit} />
          </p>
        )}
        <p className="text-xs text-muted tabular-nums">
          <span className={address ? 'wrap-anywhere' : 'font-mono'}>{key}</span> ·{' '}
          {t('facts', { login: createdBy ?? t('gone'), date })}
        </p>
      </div>
      <RevokeInvite id={invite.id} keyText={key} />
    </li>
  );
}

type EditButtonProps = { label: string; wasEditing: boolean; onEdit: () => void };

/** Takes the focus when it reappears after editing. */
function EditButton({ label, wasEditing, onEdit }: EditButtonProps) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (wasEditing) button.current?.focus();
  }, [wasEditing]);
  return (
    <IconButton ref={button} label={label} onClick={onEdit}>
      <PencilIcon aria-hidden />
    </IconButton>
  );
}

function LabelForm({ invite, onLeave }: { invite: OpenInvite; onLeave: () => void }) {
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

function RevokeInvite({ id, keyText }: { id: string; keyText: string }) {
  const t = useTranslations('invite.open');
  const failureText = useFailureText();
  const { mutateAsync, error } = useSend(signup.revokeInvite, { reloads: [signup.invites] });
  return (
    <Confirm
      trigger={
        <Button tone="quiet" aria-label={t('revokeNamed', { key: keyText })}>
          {t('revoke')}
        </Button>
      }
      title={t('revokeTitle')}
      text={t('revokeText', { key: keyText })}
      confirmLabel={t('yes')}
      cancelLabel={t('no')}
      error={error && failureText(error)}
      onConfirm={() => mutateAsync({ params: { id } })}
    />
  );
}
