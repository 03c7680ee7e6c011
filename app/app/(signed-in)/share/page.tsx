import { pageTitle } from '@/components/app/words';
import { CreateShare } from '@/components/create/create-share';
import { Seeded } from '@/lib/client/seeded';
import { settings } from '@/lib/contract/settings';
import { paths } from '@/lib/paths';
import { pageContext } from '@/lib/server/http/page';
import { usageOf } from '@/lib/server/services/quota/usage';
import { getPreferences } from '@/lib/server/services/settings/preferences';

export const generateMetadata = pageTitle('create.title');

export default async function CreateSharePage() {
  const ctx = await pageContext('user', paths.newShare);
  const [preferences, usage] = await Promise.all([getPreferences(ctx), usageOf(ctx, ctx.viewer.id)]);
  return (
    <Seeded call={settings.getPreferences} input={{}} answer={preferences}>
      <Seeded call={settings.usage} input={{}} answer={usage}>
        <CreateShare />
      </Seeded>
    </Seeded>
  );
}
