import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { segmentedList, segmentedPart } from '@/components/ui/form/segmented-look';
import { Link } from '@/components/ui/link';
import { PageHeader } from '@/components/ui/page-header';
import { paths } from '@/lib/paths';

const parts = {
  profile: paths.settings,
  security: paths.security,
  access: paths.access,
  notifications: paths.notifications,
  webhooks: paths.webhooks,
} as const;
type SettingsPart = keyof typeof parts;

export function SettingsPage({ part: here, children }: { part: SettingsPart; children: ReactNode }) {
  const t = useTranslations('settings');
  return (
    <div className="mx-auto w-full max-w-3xl">
      <PageHeader title={t('title')} />
      <nav aria-label={t('tabs.label')} className="mb-6">
        <ul className={`${segmentedList} max-[27rem]:grid max-[27rem]:w-full max-[27rem]:grid-cols-2`}>
          {(Object.keys(parts) as SettingsPart[]).map((part) => (
            <li key={part}>
              <Link
                href={parts[part]}
                aria-current={part === here ? 'page' : undefined}
                className={`${segmentedPart} max-[27rem]:w-full max-[27rem]:px-1 max-[21rem]:text-xs aria-[current=page]:border-line aria-[current=page]:bg-raised aria-[current=page]:text-ink aria-[current=page]:shadow-xs`}
              >
                {t(`tabs.${part}`)}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      {children}
    </div>
  );
}
