import 'server-only';
import { shareTitle } from '@/lib/domain/title';
import type { Context } from '@/lib/server/context';
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
  const publication = (await findOpenable(ctx, linkId, visitCookie))?.publication;
  if (!publication) return null;
  const { name, description } = await ctx.db.share.findUniqueOrThrow({
    where: { id: publication.shareId },
    select: { name: true, description: true },
  });
  return { title: shareTitle(description, name), locked: publication.share.passwordHash !== null };
}
