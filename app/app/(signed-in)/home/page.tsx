import { pageTitle } from '@/components/app/words';
import { Home } from '@/components/home/home';
import { NewVersion } from '@/components/home/new-version';
import { paths } from '@/lib/paths';
import { pageContext } from '@/lib/server/http/page';
import { searchAliases } from '@/lib/server/services/alias/search';
import { isUnreachable } from '@/lib/server/services/settings/email';
import { firstStepsLeft } from '@/lib/server/services/settings/first-steps';
import { searchShares } from '@/lib/server/services/share/search';
import { newerVersion } from '@/lib/server/services/update/update';

export const generateMetadata = pageTitle('home.title');

export default async function HomePage() {
  const ctx = await pageContext('user', paths.home);
  const all = { q: '', page: 1 };
  const [{ items, total }, aliases, unreachable, stepsLeft, newer] = await Promise.all([
    searchShares(ctx, { ...all, pageSize: 5 }),
    searchAliases(ctx, { ...all, pageSize: 1 }),
    isUnreachable(ctx),
    firstStepsLeft(ctx),
    newerVersion(ctx),
  ]);
  return (
    <Home
      login={ctx.viewer.login}
      recent={items}
      nowMs={ctx.now.getTime()}
      total={{ ...total, aliases: aliases.total }}
      stepsLeft={stepsLeft}
      notice={newer && <NewVersion {...newer} />}
      isUnreachable={unreachable && aliases.total > 0}
    />
  );
}
