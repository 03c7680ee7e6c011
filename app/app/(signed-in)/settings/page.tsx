import { pageTitle } from '@/components/app/words';
import { Profile } from '@/components/settings/profile';
import { SettingsPage } from '@/components/settings/settings-page';
import { Seeded } from '@/lib/client/seeded';
import { profile } from '@/lib/contract/account/profile';
import { settings } from '@/lib/contract/settings';
import { paths } from '@/lib/paths';
import { pageContext } from '@/lib/server/http/page';
import { getProfile } from '@/lib/server/services/profile/profile';
import { usageOf } from '@/lib/server/services/quota/usage';
import { getEmail } from '@/lib/server/services/settings/email';
import { getPreferences } from '@/lib/server/services/settings/preferences';

export const generateMetadata = pageTitle('settings.title');

export default async function ProfilePage() {
  const ctx = await pageContext('user', paths.settings);
  const [email, preferences, usage, own] = await Promise.all([
    getEmail(ctx),
    getPreferences(ctx),
    usageOf(ctx, ctx.viewer.id),
    getProfile(ctx),
  ]);
  return (
    <SettingsPage part="profile">
      <Seeded call={settings.getEmail} input={{}} answer={email}>
        <Seeded call={settings.getPreferences} input={{}} answer={preferences}>
          <Seeded call={settings.usage} input={{}} answer={usage}>
            <Seeded call={profile.get} input={{}} answer={own}>
              <Profile />
            </Seeded>
          </Seeded>
        </Seeded>
      </Seeded>
    </SettingsPage>
  );
}
