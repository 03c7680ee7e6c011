import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { cache } from 'react';
import { AliasPage } from '@/components/alias/alias-page';
import { Seeded } from '@/lib/client/seeded';
import { alias } from '@/lib/contract/alias';
import { AppError } from '@/lib/contract/errors';
import { paths } from '@/lib/paths';
import { pageContext } from '@/lib/server/http/page';
import { getAlias } from '@/lib/server/services/alias/get';

type Props = PageProps<'/app/alias/[id]'>;

/** Once for the title and the page. Somebody else's alias and a missing one end on the same page. */
const load = cache(async (id: string) => {
  const ctx = await pageContext('user', paths.alias(id));
  try {
    return await getAlias(ctx, { aliasId: id });
  } catch (error) {
    if (error instanceof AppError && error.code === 'alias.notFound') redirect(paths.info(1));
    throw error;
  }
});

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: (await load((await params).id)).name };
}

export default async function Alias({ params }: Props) {
  const { id } = await params;
  return (
    <Seeded call={alias.get} input={{ params: { id } }} answer={await load(id)}>
      <AliasPage key={id} aliasId={id} />
    </Seeded>
  );
}
