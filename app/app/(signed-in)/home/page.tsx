import { pageTitle, Words } from '@/components/app/words';
import { FirstHour } from '@/components/home/first-hour';
import { Home } from '@/components/home/home';
import { LackOfSpace } from '@/components/home/lack-of-space';
import { NewVersion } from '@/components/home/new-version';
import { newQuery, recentQuery, stockQuery } from '@/components/list/list-queries';
import { Seeded } from '@/lib/client/seeded';
import { profile } from '@/lib/contract/account/profile';
import { serverSettings } from '@/lib/contract/admin/server-settings';
import { deliveries } from '@/lib/contract/alias/deliveries';
import { settings } from '@/lib/contract/settings';
import { share } from '@/lib/contract/share/share';
import type { FirstStep } from '@/lib/domain/first-steps';
import { paths } from '@/lib/paths';
import { pageContext } from '@/lib/server/http/page';
import { searchAliases } from '@/lib/server/services/alias/search';
import { searchDeliveries } from '@/lib/server/services/delivery/search';
import { getProfile } from '@/lib/server/services/profile/profile';
import { listSettings } from '@/lib/server/services/server-settings/list';
import { getEmail, isUnreachable } from '@/lib/server/services/settings/email';
import { firstStepsLeft } from '@/lib/server/services/settings/first-steps';
import { searchShares } from '@/lib/server/services/share/search';
import { lackOfSpace } from '@/lib/server/services/storage/watch-space';
import { newerVersion } from '@/lib/server/services/update/update';

export const generateMetadata = pageTitle('home.title');

export default async function HomePage() {
  const ctx = await pageContext('user', paths.home);
  const [recent, stock, arrived, aliases, unreachable, stepsLeft, newer, lack] = await Promise.all([
    searchShares(ctx, { ...recentQuery.query, page: 1 }),
    searchShares(ctx, { ...stockQuery.query, page: 1 }),
    searchDeliveries(ctx, { ...newQuery.query, page: 1 }),
    searchAliases(ctx, { q: '', page: 1, pageSize: 1 }),
    isUnreachable(ctx),
    firstStepsLeft(ctx),
    newerVersion(ctx),
    lackOfSpace(ctx),
  ]);
  return (
    <Seeded call={share.search} input={recentQuery} answer={recent}>
      <Seeded call={share.search} input={stockQuery} answer={stock}>
        <Seeded call={deliveries.search} input={newQuery} answer={arrived}>
          <Home
            login={ctx.viewer.login}
            aliases={aliases.total}
            nowMs={ctx.now.getTime()}
            stepsLeft={stepsLeft}
            firstHour={stepsLeft?.includes('email') ? <FirstHourCard left={stepsLeft} /> : undefined}
            notice={
              <>
                {lack && <LackOfSpace {...lack} />}
                {newer && <NewVersion {...newer} />}
              </>
            }
            isUnreachable={unreachable && aliases.total > 0}
          />
        </Seeded>
      </Seeded>
    </Seeded>
  );
}

async function FirstHourCard({ left }: { left: readonly FirstStep[] }) {
  const ctx = await pageContext('admin', paths.home);
  const [list, own, email] = await Promise.all([listSettings(ctx), getProfile(ctx), getEmail(ctx)]);
  return (
    <Words of="admins">
      <Seeded call={serverSettings.list} input={{}} answer={list}>
        <Seeded call={profile.get} input={{}} answer={own}>
          <Seeded call={settings.getEmail} input={{}} answer={email}>
            <FirstHour left={left} />
          </Seeded>
        </Seeded>
      </Seeded>
    </Words>
  );
}
