import { useTranslations } from 'next-intl';
import { FailureBanner } from '@/components/app/failure-banner';
import { useFindingText } from '@/components/doctor/finding-text';
import { Button } from '@/components/ui/button';
import { Banner } from '@/components/ui/dialog/banner';
import { useSend } from '@/lib/client/call/use-call';
import { serverSettings } from '@/lib/contract/admin/server-settings';
import type { CheckedGroup as Group } from '@/lib/domain/server-settings';
import { SettingGroup } from './setting-group';
import type { SettingForm } from './use-setting-form';

/** Settings of which the doctor says whether they work. */
export function CheckedGroup({ group, form }: { group: Group; form: SettingForm }) {
  const t = useTranslations('server');
  const textOf = useFindingText();
  const check = useSend(serverSettings.check);
  // Saves first, because the server tries what is stored.
  const saveAndTry = async () => {
    check.reset();
    await form.save();
    await check.mutateAsync({ body: { group } });
  };
  const answer = (
    <div className="flex flex-col items-start gap-2">
      <Button
        tone="quiet"
        pending={check.isPending}
        onClick={() => void saveAndTry().catch(() => undefined)} // said here, or by the bar
      >
        {t('saveAndTry')}
      </Button>
      <FailureBanner error={check.error} />
      {check.data?.findings.map((finding) => (
        <Banner key={finding.code} tone={tones[finding.outcome]}>
          {textOf(finding)}
        </Banner>
      ))}
    </div>
  );
  return <SettingGroup group={group} form={form} after={answer} />;
}

const tones = { fine: 'success', warning: 'info', failure: 'error', skipped: 'info' } as const;
