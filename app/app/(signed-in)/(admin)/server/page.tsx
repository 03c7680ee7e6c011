import { pageTitle } from '@/components/app/words';
import { ServerPage } from '@/components/server/server-page';
import { Seeded } from '@/lib/client/seeded';
import { serverSettings } from '@/lib/contract/admin/server-settings';
import { paths } from '@/lib/paths';
import { pageContext } from '@/lib/server/http/page';
import { listSettings } from '@/lib/server/services/server-settings/list';

export const generateMetadata = pageTitle('server.title');

export default async function Page() {
  const ctx = await pageContext('admin', paths.server);
  return (
    <Seeded call={serverSettings.list} input={{}} answer={await listSettings(ctx)}>
      <ServerPage />
    </Seeded>
  );
}
