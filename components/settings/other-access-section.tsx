'use client';

import { useFormatter, useTranslations } from 'next-intl';
import { Button } from '@/components/ui/button';
import { Banner } from '@/components/ui/dialog/banner';
import { Confirm } from '@/components/ui/dialog/confirm';
import { useToast } from '@/components/ui/dialog/toast';
import { useCall, useSend } from '@/lib/client/call/use-call';
import { useFailureText } from '@/lib/client/call/use-failure-text';
import { alias } from '@/lib/contract/alias/alias';
import { token } from '@/lib/contract/session';
import { type OtherAccess, settings } from '@/lib/contract/settings';
import { webhook } from '@/lib/contract/webhook';
import { dateTimeFormat } from '@/lib/domain/time/moment';
import { SettingsSection } from './settings-section';

/** Beside the passkeys, which have a section of their own: their removal asks for the password. */
export function OtherAccessSection() {
  const t = useTranslations('settings.others');
  const failureText = useFailureText();
  const { data, error } = useCall(settings.otherAccess, {});
  const items = data?.items.filter(({ kind }) => kind !== 'passkey') ?? [];
  return (
    <SettingsSection title={t('title')} lead={t('lead')}>
      {!data && error && <Banner tone="error">{failureText(error)}</Banner>}
      {data && items.length === 0 && <p className="text-sm text-muted">{t('none')}</p>}
      {items.length > 0 && (
        <ul className="divide-y divide-line border-y border-line">
          {items.map((item) => (
            <AccessRow key={`${item.id} ${item.inbox?.id}`} item={item} />
          ))}
        </ul>
      )}
    </SettingsSection>
  );
}

function AccessRow({ item: { kind, id, name, inbox, created } }: { item: OtherAccess }) {
  const t = useTranslations('settings.others');
  const format = useFormatter();
  const failureText = useFailureText();
  const say = useToast();
  const reloads = [settings.otherAccess];
  const revoke = useSend(token.revoke, { reloads: [...reloads, token.list] });
  const removeWebhook = useSend(webhook.remove, { reloads: [...reloads, webhook.list] });
  const removeMember = useSend(alias.removeMember, { reloads: [...reloads, alias.get] });
  const error = revoke.error ?? removeWebhook.error ?? removeMember.error;
  const title =
    kind === 'member' ? t('member', { login: name, inbox: inbox?.name ?? '' }) : t(kind, { name });
  const remove = async () => {
    if (kind === 'token') await revoke.mutateAsync({ params: { id } });
    else if (kind === 'webhook') await removeWebhook.mutateAsync({ params: { id } });
    else await removeMember.mutateAsync({ params: { id: inbox?.id ?? '', account: id } });
    say(t('removed'));
  };
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 py-3">
      <div className="min-w-40 flex-1">
        <p className="text-sm wrap-anywhere">{title}</p>
        {created !== null && (
          <p className="mt-0.5 text-xs text-muted tabular-nums">
            {t('added', { date: format.dateTime(created, dateTimeFormat('medium')) })}
          </p>
        )}
      </div>
      <Confirm
        trigger={
          <Button tone="quiet" aria-label={t('removeNamed', { title })}>
            {t('remove')}
          </Button>
        }
        title={t('ask')}
        subject={title}
        text={t(`askText.${kind}`)}
        confirmLabel={t('yes')}
        cancelLabel={t('no')}
        error={error && failureText(error)}
        onConfirm={remove}
      />
    </li>
  );
}
