import { useTranslations } from 'next-intl';
import { Outcome } from '@/components/settings/settings-section';
import { Button } from '@/components/ui/button';
import { useSend } from '@/lib/client/call/use-call';
import { mail } from '@/lib/contract/mail';
import { MailFields } from './mail-fields';
import { SettingGroup } from './setting-group';
import type { SettingForm } from './use-setting-form';

export function MailGroup({ form }: { form: SettingForm }) {
  const t = useTranslations('server.mail');
  const test = useSend(mail.test);
  const sendTest = async () => {
    test.reset();
    await form.save();
    await test.mutateAsync({});
  };
  const tested = (
    <div className="flex flex-col items-start gap-2">
      <Button
        tone="quiet"
        pending={test.isPending}
        disabled={form.textOf('SMTP_URL') === ''}
        onClick={() => void sendTest().catch(() => undefined)} // said here, or by the bar
      >
        {t('test')}
      </Button>
      <Outcome sent={test} />
    </div>
  );
  return (
    <SettingGroup group="mail" form={form} isOnly after={tested}>
      <MailFields form={form} />
    </SettingGroup>
  );
}
