import { useTranslations } from 'next-intl';
import { SettingsSection } from '@/components/settings/settings-section';
import { ButtonLink } from '@/components/ui/button-link';
import { serverPaths } from '@/lib/paths';

export function LeaveSection() {
  const leaving = useTranslations('leaving');
  const data = useTranslations('ownData');
  return (
    <>
      <SettingsSection title={data('title')} lead={data('lead')}>
        <ButtonLink tone="quiet" href={serverPaths.ownData}>
          {data('open')}
        </ButtonLink>
      </SettingsSection>
      <SettingsSection title={leaving('title')} lead={leaving('lead')}>
        <ButtonLink tone="quiet" href={serverPaths.leave}>
          {leaving('open')}
        </ButtonLink>
      </SettingsSection>
    </>
  );
}
