import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { SettingsPage } from '@/components/settings/settings-page';
import { WebhooksSection } from '@/components/settings/webhook/webhooks-section';
import { Seeded } from '@/lib/client/seeded';
import { webhook } from '@/lib/contract/webhook';
import { listWebhooks } from '@/lib/features/webhook/webhooks';
import { paths } from '@/lib/paths';
import { pageContext } from '@/lib/server/http/page';

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('settings.tabs');
  return { title: t('webhooks') };
}

export default async function WebhooksPage() {
  const ctx = await pageContext('user', paths.webhooks);
  return (
    <SettingsPage part="webhooks">
      <Seeded call={webhook.list} input={{}} answer={await listWebhooks(ctx)}>
        <WebhooksSection />
      </Seeded>
    </SettingsPage>
  );
}
