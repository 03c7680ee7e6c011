import { redirect } from 'next/navigation';
import { DeliveryList } from '@/components/alias/deliveries/delivery-list';
import { pageTitle } from '@/components/app/words';
import { deliveryQuery, deliveryViewIn } from '@/components/list/list-queries';
import { Seeded, SeededPages } from '@/lib/client/seeded';
import { alias } from '@/lib/contract/alias/alias';
import { deliveries } from '@/lib/contract/alias/deliveries';
import { AppError } from '@/lib/contract/errors';
import { listViewSearch } from '@/lib/domain/list-view';
import { paths } from '@/lib/paths';
import { pageContext, pageId } from '@/lib/server/http/page';
import { getAlias } from '@/lib/server/services/alias/search';
import { searchDeliveries } from '@/lib/server/services/delivery/search';

export const generateMetadata = pageTitle('deliveries.title');

export default async function DeliveriesPage({
  params,
  searchParams,
}: PageProps<'/app/alias/[id]/deliveries'>) {
  const id = await pageId(params);
  const view = deliveryViewIn(await searchParams);
  const ctx = await pageContext('user', `${paths.deliveries(id)}${listViewSearch(view)}`);
  const input = deliveryQuery(id, view);
  const query = deliveries.search.query.parse(input.query);
  const [detail, first] = await Promise.all([
    getAlias(ctx, { aliasId: id }),
    searchDeliveries(ctx, { ...query, aliasId: id }),
  ]).catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'alias.notFound') redirect(paths.info(1));
    throw error;
  });
  return (
    <Seeded call={alias.get} input={{ params: { id } }} answer={detail}>
      <SeededPages call={deliveries.search} input={input} first={first}>
        <DeliveryList key={id} aliasId={id} />
      </SeededPages>
    </Seeded>
  );
}
