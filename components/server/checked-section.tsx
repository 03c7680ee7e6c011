import { useTranslations } from 'next-intl';
import { FailureBanner } from '@/components/app/failure-banner';
import { useFindingText } from '@/components/doctor/finding-text';
import { Button } from '@/components/ui/button';
import { Banner } from '@/components/ui/dialog/banner';
import { useSend } from '@/lib/client/call/use-call';
import { serverSettings } from '@/lib/contract/admin/server-settings';
import type { CheckedGroup } from '@/lib/domain/server-settings';
import { SettingSection } from './setting-section';
import type { SettingForm } from './use-setting-form';

/** Settings of which the doctor says whether they work. */
export function CheckedSection({ group }: { group: CheckedGroup }) {
  const t = useTranslations('server');
  const textOf = useFindingText();
  const check = useSend(serverSettings.check);
  // Saves first, because the server tries what is stored.
  const saveAndTry = async (form: SettingForm) => {
    check.reset();
    await form.save();
    await check.mutateAsync({ body: { group } });
  };
  return (
    <SettingSection
      group={group}
      actions={(form) => (
        <>
          <Button
            tone="quiet"
            pending={check.isPending}
            onClick={() => void saveAndTry(form).catch(() => undefined)} // said here, or by Outcome
          >
            {t('saveAndTry')}
          </Button>
          <div className="flex w-full flex-col gap-2">
            <FailureBanner error={check.error} />
            {check.data?.findings.map((finding) => (
              <Banner key={finding.code} tone={tones[finding.outcome]}>
                {textOf(finding)}
              </Banner>
            ))}
          </div>
        </>
      )}
    />
  );
}

const tones = { fine: 'success', warning: 'info', failure: 'error', skipped: 'info' } as const;
