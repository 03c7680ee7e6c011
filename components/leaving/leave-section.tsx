import { useTranslations } from 'next-intl';
import { SettingsSection } from '@/components/settings/settings-section';
import { ButtonLink } from '@/components/ui/button-link';
import { serverPaths } from '@/lib/paths';

export function LeaveSection() {
  const t = useTranslations('leaving');
  return (
    <SettingsSection title={t('title')} lead={t('lead')}>
      <ButtonLink tone="quiet" href={serverPaths.leave}>
        {t('open')}
      </ButtonLink>
    </SettingsSection>
  );
}
