import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Outcome } from '@/components/settings/settings-section';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/form/field';
import { Input } from '@/components/ui/form/input';
import { useCall, useSend } from '@/lib/client/call/use-call';
import { mail } from '@/lib/contract/mail';
import { settings } from '@/lib/contract/settings';
import { MailFields } from './mail-fields';
import { SettingGroup } from './setting-group';
import type { SettingForm } from './use-setting-form';

export function MailGroup({ form }: { form: SettingForm }) {
  return (
    <SettingGroup group="mail" form={form} isOnly after={<MailTest form={form} />}>
      <MailFields form={form} />
    </SettingGroup>
  );
}

type MailTestProps = { form: SettingForm; suggested?: string };

/** @param suggested an address that is offered; else that of the account */
export function MailTest({ form, suggested = '' }: MailTestProps) {
  const t = useTranslations('server.mail');
  const own = useCall(settings.getEmail, {}).data;
  const [typed, setTyped] = useState<string>();
  const to = typed ?? (suggested || own?.email || own?.pending || '');
  const test = useSend(mail.test);
  // Saves first, because the server tries what is stored.
  const sendTest = async () => {
    test.reset();
    await form.save();
    await test.mutateAsync({ body: { to } });
  };
  return (
    <div className="flex flex-col items-start gap-2">
      <div className="flex w-full flex-wrap items-end gap-2 *:first:min-w-0 *:first:flex-1 *:first:basis-48">
        <Field label={t('testTo')}>
          <Input
            type="email"
            name="testTo"
            autoComplete="off"
            maxLength={254}
            value={to}
            onValueChange={setTyped}
          />
        </Field>
        <Button
          tone="quiet"
          pending={test.isPending}
          disabled={form.textOf('SMTP_URL') === ''}
          onClick={() => void sendTest().catch(() => undefined)} // said here, or by the bar
        >
          {t('test')}
        </Button>
      </div>
      <Outcome sent={test} />
    </div>
  );
}
