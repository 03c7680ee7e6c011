import 'server-only';
import { headers } from 'next/headers';
import { cache } from 'react';
import { open } from '@/lib/contract/open';
import { paths } from '@/lib/paths';
import { pageContext } from '@/lib/server/http/page';
import { proofOf } from '@/lib/server/http/proof';
import { peekShare } from '@/lib/server/services/open/peek';

/** Of all proofs the page takes the visit alone: a password is for the call, which counts how often one is tried. */
export const visitCookie = async () => proofOf(await headers()).visitCookie;

/** Only a peek: the view is spent by the call that a person's browser makes, not by fetching this page. */
export const peek = cache(async (id: string) => {
  const ctx = await pageContext('open', paths.open(id));
  return open.get.params.safeParse({ id }).success ? peekShare(ctx, id, await visitCookie()) : 'gone';
});
