import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { cache } from 'react';
import { ModifyAccount } from '@/components/account/edit/modify-account';
import { Seeded } from '@/lib/client/seeded';
import { account } from '@/lib/contract/account/account';
import { AppError } from '@/lib/contract/errors';
import { paths } from '@/lib/paths';
import { pageContext, pageId } from '@/lib/server/http/page';
import { getAccount } from '@/lib/server/services/account/search';
import { defaultLimits } from '@/lib/server/services/quota/usage';

type Props = PageProps<'/app/account/[id]'>;

/** Cached for title and page. */
const load = cache(async (id: string) => {
  const ctx = await pageContext('admin', paths.account(id));
  try {
    return { detail: await getAccount(ctx, { accountId: id }), defaults: defaultLimits(ctx) };
  } catch (error) {
    if (error instanceof AppError && error.code === 'account.notFound') redirect(paths.info(1));
    throw error;
  }
});

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { detail } = await load(await pageId(params));
  return { title: detail.login };
}

export default async function AccountPage({ params }: Props) {
  const id = await pageId(params);
  const { detail, defaults } = await load(id);
  return (
    <Seeded call={account.get} input={{ params: { id } }} answer={detail}>
      <ModifyAccount accountId={id} defaults={defaults} />
    </Seeded>
  );
}
