'use client';

import { FingerprintIcon, PencilIcon } from 'lucide-react';
import { useFormatter, useTranslations } from 'next-intl';
import { type ReactNode, useState } from 'react';
import { AddPasskey } from '@/components/factor/add-passkey';
import { FactorForm, type FactorProof } from '@/components/factor/factor-form';
import { FieldForm } from '@/components/share/edit/editable-row';
import { Button, IconButton } from '@/components/ui/button';
import { useToast } from '@/components/ui/dialog/toast';
import { Field } from '@/components/ui/form/field';
import { Input } from '@/components/ui/form/input';
import { useAppConfig } from '@/lib/client/app-config';
import { useSend } from '@/lib/client/call/use-call';
import { useFailureText } from '@/lib/client/call/use-failure-text';
import { useViewer } from '@/lib/client/session/session';
import { type PasskeyItem, type PasskeyList, passkey } from '@/lib/contract/passkey';
import { session } from '@/lib/contract/session';
import { settings } from '@/lib/contract/settings';
import { dateTimeFormat } from '@/lib/domain/time/moment';

export function Passkeys({ list: { items, offered, asksCode } }: { list: PasskeyList }) {
  const t = useTranslations('factor.passkeys');
  const { baseUrl } = useAppConfig();
  const login = useViewer()?.login ?? '';
  /** The id of the one that is being removed, or `add`. */
  const [changing, setChanging] = useState<string | null>(null);
  const close = () => setChanging(null);
  return (
    <>
      {!offered && <p className="text-sm text-muted text-pretty">{t('notHere', { url: baseUrl })}</p>}
      {offered && items.length === 0 && changing === null && (
        <p className="text-sm text-muted">{t('none')}</p>
      )}
      {items.length > 0 && (
        <ul className="divide-y divide-line border-y border-line">
          {items.map((item) => (
            <PasskeyRow key={item.id} item={item} onRemove={() => setChanging(item.id)}>
              {changing === item.id && <RemovePasskey item={item} {...{ login, asksCode }} onClose={close} />}
            </PasskeyRow>
          ))}
        </ul>
      )}
      {offered && (
        <div className="mt-4">
          {changing === 'add' ? (
            <AddPasskey {...{ login, asksCode }} onCancel={close} onDone={close} />
          ) : (
            <Button tone="quiet" onClick={() => setChanging('add')}>
              {t('add')}
            </Button>
          )}
        </div>
      )}
    </>
  );
}

type PasskeyRowProps = { item: PasskeyItem; onRemove: () => void; children: ReactNode };

function PasskeyRow({ item, onRemove, children }: PasskeyRowProps) {
  const t = useTranslations('factor.passkeys');
  const format = useFormatter();
  const [isRenaming, setRenaming] = useState<boolean | null>(null);
  const date = (at: number) => format.dateTime(at, dateTimeFormat('medium'));
  const { name, synced, created, lastUsed, elsewhere } = item;
  const facts = [
    ...(elsewhere ? [t('onlyAt', { host: elsewhere })] : []),
    t('made', { date: date(created) }),
    lastUsed === null ? t('neverUsed') : t('lastUsed', { when: date(lastUsed) }),
    ...(synced ? [t('synced')] : []),
  ];
  if (isRenaming) return <RenamePasskey item={item} onClose={() => setRenaming(false)} />;
  return (
    <li className="py-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <FingerprintIcon aria-hidden className="size-5 shrink-0 self-start text-faint" strokeWidth={1.75} />
        <div className="min-w-40 flex-1">
          <p className="text-sm font-medium wrap-anywhere">{name}</p>
          <p className="mt-0.5 text-xs text-muted tabular-nums wrap-anywhere">{facts.join(' · ')}</p>
        </div>
        {!children && (
          <div className="ml-auto flex items-center gap-2">
            <IconButton
              label={t('rename', { name })}
              autoFocus={isRenaming === false}
              onClick={() => setRenaming(true)}
            >
              <PencilIcon aria-hidden />
            </IconButton>
            <Button tone="quiet" aria-label={t('removeNamed', { name })} onClick={onRemove}>
              {t('remove')}
            </Button>
          </div>
        )}
      </div>
      {children && <div className="mt-3">{children}</div>}
    </li>
  );
}

function RenamePasskey({ item: { id, name }, onClose }: { item: PasskeyItem; onClose: () => void }) {
  const t = useTranslations('factor.passkeys');
  const failureText = useFailureText();
  const [next, setNext] = useState(name);
  const { mutate, error, isPending } = useSend(passkey.rename, { reloads: [passkey.list, settings.lately] });
  const rename = () => mutate({ params: { id }, body: { name: next } }, { onSuccess: onClose });
  return (
    <li className="max-w-md py-3">
      <FieldForm isPending={isPending} onSave={rename} onLeave={onClose}>
        <Field label={t('name')} hint={t('nameHint')} error={error && failureText(error)}>
          <Input name="name" autoComplete="off" maxLength={100} value={next} onValueChange={setNext} />
        </Field>
      </FieldForm>
    </li>
  );
}

type RemovePasskeyProps = { item: PasskeyItem; login: string; asksCode: boolean; onClose: () => void };

function RemovePasskey({ item: { id, name }, login, asksCode, onClose }: RemovePasskeyProps) {
  const t = useTranslations('factor.passkeys');
  const say = useToast();
  const send = useSend(passkey.remove, { reloads: [passkey.list, session.list, settings.lately] });
  const remove = async (body: FactorProof) => {
    const { message } = await send.mutateAsync({ params: { id }, body }).catch(() => ({ message: null }));
    if (message === null) return;
    say(message);
    onClose();
  };
  return (
    <FactorForm
      asks={asksCode ? ['password', 'code'] : ['password']}
      login={login}
      submitLabel={t('removeNamed', { name })}
      sent={send}
      onSubmit={(body) => void remove(body)}
      onCancel={onClose}
    >
      <p className="text-sm text-pretty">{t('removeText', { name })}</p>
    </FactorForm>
  );
}
