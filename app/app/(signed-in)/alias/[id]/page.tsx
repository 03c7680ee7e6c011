import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { cache } from 'react';
import { AliasPage } from '@/components/alias/alias-page';
import { NoAddress } from '@/components/mail/no-address';
import { Seeded } from '@/lib/client/seeded';
import { alias } from '@/lib/contract/alias';
import { AppError } from '@/lib/contract/errors';
import { paths } from '@/lib/paths';
import { pageContext } from '@/lib/server/http/page';
import { getAlias } from '@/lib/server/services/alias/get';
import { isUnreachable } from '@/lib/server/services/settings/email';

type Props = PageProps<'/app/alias/[id]'>;

/** Once for the title and the page. Somebody else's alias and a missing one end on the same page. */
const load = cache(async (id: string) => {
  const ctx = await pageContext('user', paths.alias(id));
  try {
    const [detail, unreachable] = await Promise.all([getAlias(ctx, { aliasId: id }), isUnreachable(ctx)]);
    return { detail, unreachable };
  } catch (error) {
    if (error instanceof AppError && error.code === 'alias.notFound') redirect(paths.info(1));
    throw error;
  }
});

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: (await load((await params).id)).detail.name };
}

export default async function Alias({ params }: Props) {
  const { id } = await params;
  const { detail, unreachable } = await load(id);
  return (
    <Seeded call={alias.get} input={{ params: { id } }} answer={detail}>
      {unreachable && <NoAddress />}
      <AliasPage key={id} aliasId={id} />
    </Seeded>
  );
}
