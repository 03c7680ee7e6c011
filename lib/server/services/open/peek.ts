import 'server-only';
import { shareTitle } from '@/lib/domain/title';
import type { Context } from '@/lib/server/context';
import { nothingForGuessers } from '@/lib/server/limits/unknown-id';
import { findOpenable } from './gate';

export type Peek = { title: string | null; locked: boolean };

/**
 * What the page of a link shows before a person's browser opens it: robots that fetch previews see a title and a
 * lock, no file, and spend no view. Null for a link that is dead, to this visitor at least.
 */
export async function peekShare(
  ctx: Context,
  linkId: string,
  visitCookie: string | null,
): Promise<Peek | null> {
  const openable = await findOpenable(ctx, linkId, visitCookie).catch(nothingForGuessers);
  if (!openable) return null;
  const { publication } = openable;
  const share = await ctx.db.share.findUnique({
    where: { id: publication.shareId },
    select: { name: true, description: true },
  });
  if (!share) return null; // deleted just now
  const { name, description } = share;
  return { title: shareTitle(description, name), locked: publication.passwordHash !== null };
}
