'use client';

import { useFormatter, useTranslations } from 'next-intl';
import { Banner } from '@/components/ui/dialog/banner';
import { SkeletonRows } from '@/components/ui/skeleton';
import { useCall } from '@/lib/client/call/use-call';
import { useFailureText } from '@/lib/client/call/use-failure-text';
import { type RecentEvent, settings } from '@/lib/contract/settings';
import { dateTimeFormat } from '@/lib/domain/time/moment';
import { SettingsSection } from './settings-section';

export function LatelySection() {
  const t = useTranslations('settings.lately');
  const failureText = useFailureText();
  const { data, error, isPending } = useCall(settings.lately, {});
  return (
    <SettingsSection title={t('title')} lead={t('lead')}>
      {isPending && <SkeletonRows rows={3} label={t('title')} />}
      {!data && error && <Banner tone="error">{failureText(error)}</Banner>}
      {data?.items.length === 0 && <p className="text-sm text-muted">{t('none')}</p>}
      {data && data.items.length > 0 && (
        <ul className="divide-y divide-line border-y border-line">
          {data.items.map((item) => (
            <EventRow key={item.id} item={item} />
          ))}
        </ul>
      )}
    </SettingsSection>
  );
}

const warnings: readonly RecentEvent['kind'][] = [
  'wrongCode',
  'wrongPasskey',
  'wrongPassword',
  'passwordRefused',
  'passkeyBehind',
];

function EventRow({ item: { kind, browser, system, address, at } }: { item: RecentEvent }) {
  const t = useTranslations('settings.lately.event');
  const format = useFormatter();
  const program = browser ?? system;
  const text =
    (kind !== 'signIn' && kind !== 'newSignIn') || program === null
      ? t(kind)
      : browser && system
        ? t(`${kind}From`, { browser, system })
        : t(`${kind}With`, { program });
  const facts = [address, format.dateTime(at, dateTimeFormat('medium'))].filter(Boolean).join(' · ');
  return (
    <li className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-0.5 py-2.5">
      <span className={warnings.includes(kind) ? 'text-sm text-danger' : 'text-sm'}>{text}</span>
      <span className="text-xs text-muted tabular-nums wrap-anywhere">{facts}</span>
    </li>
  );
}
