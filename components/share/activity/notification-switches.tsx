'use client';

import { useTranslations } from 'next-intl';
import { FailureBanner } from '@/components/app/failure-banner';
import { MailOff } from '@/components/mail/mail-off';
import { Switch } from '@/components/ui/form/switch';
import { useAppConfig } from '@/lib/client/app-config';
import { useCall, useSend } from '@/lib/client/call/use-call';
import { activity } from '@/lib/contract/activity';
import { settings } from '@/lib/contract/settings';

const names = ['first', 'every', 'limit', 'end'] as const;

export function NotificationSwitches({ shareId }: { shareId: string }) {
  const t = useTranslations('settings.told');
  const { mailEnabled } = useAppConfig();
  const params = { id: shareId };
  const { data } = useCall(activity.told, { params });
  const { data: address } = useCall(settings.getEmail, {});
  const send = useSend(activity.setTold, { reloads: [activity.told] });
  if (!data) return null;
  const current = { ...data, ...(send.isPending && send.variables.body) };
  return (
    <fieldset className="mb-6 flex flex-col gap-1">
      <legend className="mb-1 text-sm font-medium">{t('title')}</legend>
      {!mailEnabled && (
        <p className="text-sm text-muted">
          {t('mailOff')} <MailOff />
        </p>
      )}
      {mailEnabled && address?.email === null && <p className="text-sm text-muted">{t('noAddress')}</p>}
      {names.map((name) => (
        <Switch
          key={name}
          label={t(name)}
          disabled={!mailEnabled}
          checked={current[name] ?? data.ofAll[name]}
          onChange={(event) => send.mutate({ params, body: { [name]: event.target.checked } })}
        />
      ))}
      <FailureBanner error={send.error} />
    </fieldset>
  );
}
