import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { Confirm } from '@/components/ui/dialog/confirm';
import { useToast } from '@/components/ui/dialog/toast';
import { Field } from '@/components/ui/form/field';
import { Input } from '@/components/ui/form/input';
import { Textarea } from '@/components/ui/form/textarea';
import { useSend } from '@/lib/client/call/use-call';
import { useFailureText } from '@/lib/client/call/use-failure-text';
import { type OverseenShare, oversight } from '@/lib/contract/admin/oversight';

const calls = {
  share: { block: oversight.blockShare, allow: oversight.allowShare, remove: oversight.removeShare },
  alias: { block: oversight.blockAlias, allow: oversight.allowAlias, remove: oversight.removeAlias },
} as const;
const lists = { reloads: [oversight.shares, oversight.aliases, oversight.reports] };

type Subject = {
  kind: keyof typeof calls;
  id: string;
  name: string;
  login: string;
  /** It was deleted. */
  onGone?: () => void;
};

/** Only what is taken down can be deleted, so that nothing goes without a reason. */
export function BlockActions({ blocked, ...subject }: Subject & { blocked: OverseenShare['blocked'] }) {
  if (!blocked) return <TakeDown {...subject} />;
  return (
    <span className="inline-flex flex-wrap gap-2">
      <AllowAgain {...subject} />
      <DeleteBlocked {...subject} />
    </span>
  );
}

export function TakeDown({ kind, id, name, login }: Subject) {
  const t = useTranslations('oversight.takeDown');
  const failureText = useFailureText();
  const toast = useToast();
  const [reason, setReason] = useState('');
  const { mutateAsync, error } = useSend(calls[kind].block, lists);
  return (
    <Confirm
      trigger={<Button tone="quiet">{t('button')}</Button>}
      title={t('title')}
      subject={name}
      text={t('text', { kind, owner: login })}
      confirmLabel={t('button')}
      cancelLabel={t('no')}
      error={error && failureText(error)}
      onConfirm={async () => toast((await mutateAsync({ params: { id }, body: { reason } })).message)}
    >
      <Field label={t('reason')} hint={t('hint')}>
        <Textarea rows={2} maxLength={500} value={reason} onValueChange={setReason} />
      </Field>
    </Confirm>
  );
}

function AllowAgain({ kind, id, name, login }: Subject) {
  const t = useTranslations('oversight.allow');
  const failureText = useFailureText();
  const toast = useToast();
  const { mutateAsync, error } = useSend(calls[kind].allow, lists);
  return (
    <Confirm
      trigger={<Button tone="quiet">{t('button')}</Button>}
      tone="primary"
      title={t('title')}
      subject={name}
      text={t('text', { owner: login })}
      confirmLabel={t('button')}
      cancelLabel={t('no')}
      error={error && failureText(error)}
      onConfirm={async () => toast((await mutateAsync({ params: { id } })).message)}
    />
  );
}

function DeleteBlocked({ kind, id, name, login, onGone }: Subject) {
  const t = useTranslations('oversight.remove');
  const failureText = useFailureText();
  const toast = useToast();
  const [typed, setTyped] = useState('');
  const [isWrong, setWrong] = useState(false);
  const { mutateAsync, error } = useSend(calls[kind].remove, lists);
  const remove = async () => {
    const isRight = typed.trim().toLowerCase() === login;
    setWrong(!isRight);
    if (!isRight) throw new Error('Something else was typed.');
    toast((await mutateAsync({ params: { id } })).message);
    onGone?.();
  };
  return (
    <Confirm
      trigger={<Button tone="ghost">{t('button')}</Button>}
      title={t('title')}
      subject={name}
      text={t('text', { kind })}
      confirmLabel={t('button')}
      cancelLabel={t('no')}
      error={error && failureText(error)}
      onConfirm={remove}
    >
      <Field label={t('confirm', { owner: login })} error={isWrong ? t('wrong') : undefined}>
        <Input value={typed} onValueChange={setTyped} autoComplete="off" />
      </Field>
    </Confirm>
  );
}
