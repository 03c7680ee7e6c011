import { pageTitle } from '@/components/app/words';
import { Home } from '@/components/home/home';
import { LackOfSpace } from '@/components/home/lack-of-space';
import { NewVersion } from '@/components/home/new-version';
import { newQuery, recentQuery, stockQuery } from '@/components/list/list-queries';
import { Seeded } from '@/lib/client/seeded';
import { deliveries } from '@/lib/contract/alias/deliveries';
import { share } from '@/lib/contract/share/share';
import { paths } from '@/lib/paths';
import { pageContext } from '@/lib/server/http/page';
import { searchAliases } from '@/lib/server/services/alias/search';
import { searchDeliveries } from '@/lib/server/services/delivery/search';
import { isUnreachable } from '@/lib/server/services/settings/email';
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
