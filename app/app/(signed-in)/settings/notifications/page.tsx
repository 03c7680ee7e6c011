import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { NotificationsSection } from '@/components/settings/notifications-section';
import { SettingsPage } from '@/components/settings/settings-page';
import { Seeded } from '@/lib/client/seeded';
import { settings } from '@/lib/contract/settings';
import { paths } from '@/lib/paths';
import { pageContext } from '@/lib/server/http/page';
import { getEmail } from '@/lib/server/services/settings/email';
import { getPreferences } from '@/lib/server/services/settings/preferences';

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('settings.tabs');
  return { title: t('notifications') };
}

export default async function NotificationsPage() {
  const ctx = await pageContext('user', paths.notifications);
  const [email, preferences] = await Promise.all([getEmail(ctx), getPreferences(ctx)]);
  return (
    <SettingsPage part="notifications">
      <Seeded call={settings.getEmail} input={{}} answer={email}>
        <Seeded call={settings.getPreferences} input={{}} answer={preferences}>
          <NotificationsSection />
        </Seeded>
      </Seeded>
    </SettingsPage>
  );
}
