import 'server-only';
import { headers } from 'next/headers';
import { cache } from 'react';
import { open } from '@/lib/contract/open';
import { paths } from '@/lib/paths';
import { pageContext } from '@/lib/server/http/page';
import { proofOf } from '@/lib/server/http/proof';
import { peekShare } from '@/lib/server/services/open/peek';

/** Pages accept only the visit as proof. Passwords go through the call, which limits attempts. */
export const visitCookie = async () => proofOf(await headers()).visitCookie;

/** Doesn't count a view: the browser's call does, so that fetching the page alone uses none. */
export const peek = cache(async (id: string) => {
  const ctx = await pageContext('open', paths.open(id));
  return open.get.params.safeParse({ id }).success ? peekShare(ctx, id, await visitCookie()) : 'gone';
});
