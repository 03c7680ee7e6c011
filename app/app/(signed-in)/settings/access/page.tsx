import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { AccessSection } from '@/components/settings/access/access-section';
import { SettingsPage } from '@/components/settings/settings-page';
import { Seeded } from '@/lib/client/seeded';
import { token } from '@/lib/contract/session';
import { listTokens } from '@/lib/features/token/tokens';
import { paths } from '@/lib/paths';
import { pageContext } from '@/lib/server/http/page';

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('settings.tabs');
  return { title: t('access') };
}

export default async function AccessPage() {
  const ctx = await pageContext('user', paths.access);
  return (
    <SettingsPage part="access">
      <Seeded call={token.list} input={{}} answer={await listTokens(ctx)}>
        <AccessSection />
      </Seeded>
    </SettingsPage>
  );
}
