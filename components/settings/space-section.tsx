'use client';

import { useTranslations } from 'next-intl';
import { useUsageTexts } from '@/components/account/use-usage-texts';
import { Banner } from '@/components/ui/dialog/banner';
import { Meter } from '@/components/ui/meter';
import { SkeletonRows } from '@/components/ui/skeleton';
import { useCall } from '@/lib/client/call/use-call';
import { useFailureText } from '@/lib/client/call/use-failure-text';
import type { Usage } from '@/lib/contract/person';
import { settings } from '@/lib/contract/settings';
import { SettingsSection } from './settings-section';

const nearlyFull = 0.9;

export function SpaceSection() {
  const t = useTranslations('settings.space');
  const failureText = useFailureText();
  const { data, error, isPending } = useCall(settings.usage, {});
  return (
    <SettingsSection title={t('title')} lead={t('lead')}>
      {isPending && <SkeletonRows rows={1} label={t('title')} />}
      {!data && error && <Banner tone="error">{failureText(error)}</Banner>}
      {data && <Meters usage={data} />}
    </SettingsSection>
  );
}

function Meters({ usage }: { usage: Usage }) {
  const t = useTranslations('settings.space');
  const texts = useUsageTexts(usage);
  const { bytes, files, maxBytes, maxFiles } = usage;
  const isFull = (maxBytes !== null && bytes >= maxBytes) || (maxFiles !== null && files >= maxFiles);
  return (
    <>
      <dl className="grid max-w-md grid-cols-2 gap-6">
        <Meter label={t('size')} value={texts.space} {...share(bytes, maxBytes)} />
        <Meter label={t('files')} value={texts.files} {...share(files, maxFiles)} />
      </dl>
      {isFull && <p className="mt-4 text-sm text-pretty">{t('full')}</p>}
    </>
  );
}

function share(used: number, max: number | null) {
  if (max === null) return {};
  const fraction = used / max;
  return { fraction, tone: fraction >= nearlyFull ? ('warn' as const) : ('ink' as const) };
}
