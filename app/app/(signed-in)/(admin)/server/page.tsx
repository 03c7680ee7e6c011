import { pageTitle } from '@/components/app/words';
import { ServerRoom } from '@/components/server/server-room';
import { Seeded } from '@/lib/client/seeded';
import { serverSettings } from '@/lib/contract/admin/server-settings';
import { paths } from '@/lib/paths';
import { pageContext } from '@/lib/server/http/page';
import { listSettings } from '@/lib/server/services/server-settings/list';

export const generateMetadata = pageTitle('server.room.general');

export default async function Page() {
  const ctx = await pageContext('admin', paths.server);
  return (
    <Seeded call={serverSettings.list} input={{}} answer={await listSettings(ctx)}>
      <ServerRoom room="general" />
    </Seeded>
  );
}
