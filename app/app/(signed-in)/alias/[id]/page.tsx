import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { cache } from 'react';
import { AliasPage } from '@/components/alias/alias-page';
import { NoAddress } from '@/components/mail/no-address';
import { latestQuery } from '@/components/received/latest-query';
import { Seeded } from '@/lib/client/seeded';
import { alias } from '@/lib/contract/alias/alias';
import { deliveries } from '@/lib/contract/alias/deliveries';
import { AppError } from '@/lib/contract/errors';
import { paths } from '@/lib/paths';
import { pageContext, pageId } from '@/lib/server/http/page';
import { getAlias } from '@/lib/server/services/alias/search';
import { searchDeliveries } from '@/lib/server/services/delivery/search';
import { isUnreachable } from '@/lib/server/services/settings/email';

type Props = PageProps<'/app/alias/[id]'>;

/** Cached for title and page. Redirects to the same page for missing aliases and those of others. */
const load = cache(async (id: string) => {
  const ctx = await pageContext('user', paths.alias(id));
  try {
    const detail = await getAlias(ctx, { aliasId: id });
    const [unreachable, received] = await Promise.all([
      isUnreachable(ctx),
      searchDeliveries(ctx, deliveries.search.query.parse(latestQuery(detail.id).query)),
    ]);
    return { detail, unreachable, received };
  } catch (error) {
    if (error instanceof AppError && error.code === 'alias.notFound') redirect(paths.info(1));
    throw error;
  }
});

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: (await load(await pageId(params))).detail.name };
}

export default async function Alias({ params }: Props) {
  const id = await pageId(params);
  const { detail, unreachable, received } = await load(id);
  return (
    <Seeded call={alias.get} input={{ params: { id } }} answer={detail}>
      {unreachable && <NoAddress />}
      <Seeded call={deliveries.search} input={latestQuery(id)} answer={received}>
        <AliasPage key={id} aliasId={id} />
      </Seeded>
    </Seeded>
  );
}
