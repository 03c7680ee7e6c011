import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { LeaveSection } from '@/components/leaving/leave-section';
import { FactorSection } from '@/components/settings/factor-section';
import { LatelySection } from '@/components/settings/lately-section';
import { OtherAccessSection } from '@/components/settings/other-access-section';
import { PasskeySection } from '@/components/settings/passkey-section';
import { PasswordSection } from '@/components/settings/password-section';
import { SessionsSection } from '@/components/settings/sessions-section';
import { SettingsPage } from '@/components/settings/settings-page';
import { Seeded } from '@/lib/client/seeded';
import { factor } from '@/lib/contract/factor';
import { passkey } from '@/lib/contract/passkey';
import { session } from '@/lib/contract/session';
import { settings } from '@/lib/contract/settings';
import { paths } from '@/lib/paths';
import { pageContext } from '@/lib/server/http/page';
import { getFactor } from '@/lib/server/services/factor/state';
import { listOtherAccess } from '@/lib/server/services/other-access/list';
import { listPasskeys } from '@/lib/server/services/passkey/passkeys';
import { listSessions } from '@/lib/server/services/session/sessions';
import { listRecentEvents } from '@/lib/server/services/settings/lately';

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('settings.tabs');
  return { title: t('security') };
}

export default async function SecurityPage() {
  const ctx = await pageContext('user', paths.security);
  const [state, passkeys, others, sessions, lately] = await Promise.all([
    getFactor(ctx),
    listPasskeys(ctx),
    listOtherAccess(ctx),
    listSessions(ctx),
    listRecentEvents(ctx),
  ]);
  return (
    <SettingsPage part="security">
      <Seeded call={factor.get} input={{}} answer={state}>
        <Seeded call={passkey.list} input={{}} answer={passkeys}>
          <Seeded call={session.list} input={{}} answer={sessions}>
            <Seeded call={settings.lately} input={{}} answer={lately}>
              <Seeded call={settings.otherAccess} input={{}} answer={others}>
                <PasswordSection />
                <FactorSection />
                <PasskeySection />
                <OtherAccessSection />
                <SessionsSection />
                <LatelySection />
                <LeaveSection />
              </Seeded>
            </Seeded>
          </Seeded>
        </Seeded>
      </Seeded>
    </SettingsPage>
  );
}
