import { redirect } from 'next/navigation';
import type { AliasDetail } from '@/lib/contract/alias/alias';
import { AppError } from '@/lib/contract/errors';
import { paths } from '@/lib/paths';
import { pageContext } from '@/lib/server/http/page';
import { getAlias } from '@/lib/server/services/alias/search';

type PageContext = Awaited<ReturnType<typeof pageContext<'user'>>>;

/** The inbox of a page about what it asks for. Redirects to the same page for missing ones and those of others. */
export async function loadInbox(
  id: string,
  here: string,
): Promise<{ ctx: PageContext; detail: AliasDetail }> {
  const ctx = await pageContext('user', here);
  try {
    return { ctx, detail: await getAlias(ctx, { aliasId: id }) };
  } catch (error) {
    if (error instanceof AppError && error.code === 'alias.notFound') redirect(paths.info(1));
    throw error;
  }
}
