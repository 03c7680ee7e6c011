import 'server-only';
import { fewViews } from '@/lib/domain/publish';
import { shareTitle } from '@/lib/domain/title';
import type { Context } from '@/lib/server/context';
import { nullForGuessers } from '@/lib/server/limits/unknown-id';
import { findOpenable } from './gate';
import type { Shown } from './proofs';
import type { Ending, Publication } from './publication';

export type Peek = {
  /** Null where it has none, and for a locked share until it is open. */
  title: string | null;
  locked: boolean;
  /** Only where so few are left that a person is asked before one is spent. */
  viewsLeft: number | null;
  /** Who shares it, for those who want that said. */
  sender: string | null;
  /** `code`: a recipient proves their address first; `people`: only recipients come in, by links of their own. */
  asks: 'code' | 'people' | null;
  /** As it is written in the link: words are found in any case. */
  linkId: string;
};

/**
 * What the page of a link shows before a person's browser opens it: robots that fetch previews see a title or a lock,
 * no file, and spend no view. What ended it for a link that is dead, to this visitor at least.
 */
export async function peekShare(ctx: Context, linkId: string, visitCookie: Shown): Promise<Peek | Ending> {
  const openable = (await findOpenable(ctx, linkId, { visitCookie }).catch(nullForGuessers)) ?? 'gone';
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
  const { name, description } = share;
  const { onlyRecipients } = publication;
  const locked = publication.passwordHash !== null;
  const left = publication.maxViews - publication.views;
  return {
    title: (locked || onlyRecipients) && visitId === null ? null : shareTitle(description, name),
    locked,
    sender: senderOf(share),
    asks: visitId === null ? asksOf(publication) : null,
    linkId: publication.linkId,
    viewsLeft: visitId === null && left <= fewViews ? left : null,
  };
}

function asksOf({ onlyRecipients, recipientId }: Publication): Peek['asks'] {
  if (!onlyRecipients) return null;
  return recipientId === null ? 'people' : 'code';
}

/** What came through an alias isn't its owner's. */
export const senderOf = ({
  aliasId,
  owner,
}: {
  aliasId: string | null;
  owner: { login: string; showName: boolean };
}) => (aliasId === null && owner.showName ? owner.login : null);
