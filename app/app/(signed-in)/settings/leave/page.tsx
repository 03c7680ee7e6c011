import { getTranslations } from 'next-intl/server';
import { pageTitle } from '@/components/app/words';
import { LeaveForm } from '@/components/leaving/leave-form';
import { SettingsPage } from '@/components/settings/settings-page';
import { Banner } from '@/components/ui/dialog/banner';
import { Seeded } from '@/lib/client/seeded';
import { leaving } from '@/lib/contract/account/leaving';
import { serverPaths } from '@/lib/paths';
import { pageContext } from '@/lib/server/http/page';
import { lookAtLeaving } from '@/lib/server/services/leaving/leave';

export const generateMetadata = pageTitle('leaving.title');

export default async function LeavePage() {
  const ctx = await pageContext('user', serverPaths.leave);
  const answer = await lookAtLeaving(ctx);
  const t = await getTranslations('errors.account');
  return (
    <SettingsPage part="security">
      {answer.isLastAdmin ? (
        <Banner tone="error">{t('lastAdmin')}</Banner>
      ) : (
        <Seeded call={leaving.look} input={{}} answer={answer}>
          <LeaveForm />
        </Seeded>
      )}
    </SettingsPage>
  );
}
