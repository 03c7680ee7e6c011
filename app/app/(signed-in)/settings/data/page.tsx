import { pageTitle } from '@/components/app/words';
import { DataForm } from '@/components/leaving/data-form';
import { SettingsPage } from '@/components/settings/settings-page';
import { Seeded } from '@/lib/client/seeded';
import { ownData } from '@/lib/contract/account/own-data';
import { serverPaths } from '@/lib/paths';
import { pageContext } from '@/lib/server/http/page';
import { getOwnData } from '@/lib/server/services/own-data/own-data';

export const generateMetadata = pageTitle('ownData.title');

export default async function DataPage() {
  const ctx = await pageContext('user', serverPaths.ownData);
  return (
    <SettingsPage part="security">
      <Seeded call={ownData.get} input={{}} answer={await getOwnData(ctx)}>
        <DataForm />
      </Seeded>
    </SettingsPage>
  );
}
