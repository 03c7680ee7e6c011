import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { Settings } from '@/components/settings/settings';
import { Seeded } from '@/lib/client/seeded';
import { session, token } from '@/lib/contract/session';
import { settings } from '@/lib/contract/settings';
import { paths } from '@/lib/paths';
import { pageContext } from '@/lib/server/http/page';
import { usageOf } from '@/lib/server/services/quota/usage';
import { listSessions } from '@/lib/server/services/session/sessions';
import { getEmail } from '@/lib/server/services/settings/email';
import { getPreferences } from '@/lib/server/services/settings/preferences';
import { listTokens } from '@/lib/server/services/token/tokens';

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('settings');
  return { title: t('title') };
}

export default async function SettingsPage() {
  const ctx = await pageContext('user', paths.settings);
  const [email, preferences, usage, sessions, tokens] = await Promise.all([
    getEmail(ctx),
    getPreferences(ctx),
    usageOf(ctx, ctx.viewer.id),
    listSessions(ctx),
    listTokens(ctx),
  ]);
  return (
    <Seeded call={settings.getEmail} input={{}} answer={email}>
      <Seeded call={settings.getPreferences} input={{}} answer={preferences}>
        <Seeded call={settings.usage} input={{}} answer={usage}>
          <Seeded call={session.list} input={{}} answer={sessions}>
            <Seeded call={token.list} input={{}} answer={tokens}>
              <Settings />
            </Seeded>
          </Seeded>
        </Seeded>
      </Seeded>
    </Seeded>
  );
}
