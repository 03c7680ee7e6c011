import { redirect } from 'next/navigation';
import { pageTitle } from '@/components/app/words';
import { receivedQuery, receivedViewIn } from '@/components/list/list-queries';
import { Received } from '@/components/received/received';
import { SeededPages } from '@/lib/client/seeded';
import { deliveries } from '@/lib/contract/alias/deliveries';
import { AppError } from '@/lib/contract/errors';
import { listViewSearch } from '@/lib/domain/list-view';
import { paths } from '@/lib/paths';
import { pageContext } from '@/lib/server/http/page';
import { searchDeliveries } from '@/lib/server/services/delivery/search';

export const generateMetadata = pageTitle('deliveries.title');

export default async function ReceivedPage({ searchParams }: PageProps<'/app/received'>) {
  const view = receivedViewIn(await searchParams);
  const ctx = await pageContext('user', `${paths.received}${listViewSearch(view)}`);
  const input = receivedQuery(view);
  const query = deliveries.search.query.parse(input.query);
  const first = await searchDeliveries(ctx, query).catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'alias.notFound') redirect(paths.info(1));
    throw error;
  });
  return (
    <SeededPages call={deliveries.search} input={input} first={first}>
      <Received nowMs={ctx.now.getTime()} />
    </SeededPages>
  );
}
