import 'server-only';
import { fewViews } from '@/lib/domain/publish';
import { shareTitle } from '@/lib/domain/title';
import type { Context } from '@/lib/server/context';
import { nothingForGuessers } from '@/lib/server/limits/unknown-id';
import { findOpenable, type Shown } from './gate';
import type { Ending } from './publication';

export type Peek = {
  /** Null where it has none, and for a locked share until it is open. */
  title: string | null;
  locked: boolean;
  /** Only where so few are left that a person is asked before one is spent. */
  viewsLeft: number | null;
  /** Who shares it, for those who want that said. */
  sender: string | null;
  /** As it is written in the link: words are found in any case. */
  linkId: string;
};

/**
 * What the page of a link shows before a person's browser opens it: robots that fetch previews see a title or a lock,
 * no file, and spend no view. What ended it for a link that is dead, to this visitor at least.
 */
export async function peekShare(ctx: Context, linkId: string, visitCookie: Shown): Promise<Peek | Ending> {
  const openable = (await findOpenable(ctx, linkId, { visitCookie }).catch(nothingForGuessers)) ?? 'gone';
  if (typeof openable === 'string') return openable;
  const { publication, visitId } = openable;
  const share = await ctx.db.share.findUnique({
    where: { id: publication.shareId },
    select: {
      name: true,
      description: true,
      aliasId: true,
      owner: { select: { login: true, showName: true } },
    },
  });
  if (!share) return 'gone'; // deleted just now
  const { name, description, aliasId, owner } = share;
  const locked = publication.passwordHash !== null;
  const left = publication.maxViews - publication.views;
  return {
    title: locked && visitId === null ? null : shareTitle(description, name),
    locked,
    sender: aliasId === null && owner.showName ? owner.login : null,
    linkId: publication.linkId,
    viewsLeft: visitId === null && left <= fewViews ? left : null,
  };
}
