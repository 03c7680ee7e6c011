import 'server-only';
import type { Sender } from '@/lib/contract/share/sender';
import { fewViews } from '@/lib/domain/publish';
import { manifestStartBytes } from '@/lib/domain/sealed/fits-manifest';
import type { FileTotals } from '@/lib/domain/share-total';
import { shareTitle } from '@/lib/domain/title';
import type { Context } from '@/lib/server/context';
import { nullForGuessers } from '@/lib/server/limits/guesses';
import { arrivedTotal } from '@/lib/server/services/file/totals';
import { type SenderRow, senderOf, senderSelect } from '@/lib/server/services/profile/sender';
import { findOpenable } from './gate';
import type { CookieValues } from './proofs';
import type { LinkPublication, UnavailableReason } from './publication';

export type SharePeek = {
  /** Null if the share has none, or is locked. */
  title: string | null;
  locked: boolean;
  /** Set only when few are left, so that visitors confirm before spending one. */
  viewsLeft: number | null;
  sender: Sender | null;
  /** Null wherever the title is withheld, as `until`. */
  total: FileTotals | null;
  until: number | null;
  /** Few views are left and nothing has to be proven, so the visitor confirms. */
  asksFirst: boolean;
  /** The link names its recipient, so it isn't for others. */
  isPersonal: boolean;
  /**
   * `code`: the recipient must prove their address; `people`: only recipients may open it, with their own
   * links.
   */
  asks: 'code' | 'people' | null;
  /** Only a browser with its key can read it. */
  isSealed: boolean;
  /** Start of a sealed share's manifest in base64, by which a browser tells whether its key fits. */
  manifestStart: string | null;
  /** The link's stored spelling; words match in any case. */
  linkId: string;
};

/**
 * Returns the preview of a link, or why it is unavailable. Spends no view and names no files, so link-preview
 * robots are harmless.
 */
export async function peekShare(
  ctx: Context,
  linkId: string,
  visitCookie: CookieValues,
): Promise<SharePeek | UnavailableReason> {
  const openable = (await findOpenable(ctx, linkId, { visitCookie }).catch(nullForGuessers)) ?? 'gone';
  if (typeof openable === 'string') return openable;
  const { publication, visitId } = openable;
  const share = await ctx.db.share.findUnique({
    where: { id: publication.shareId },
    select: {
      name: true,
      description: true,
      e2ee: true,
      aliasId: true,
      owner: { select: senderSelect },
    },
  });
  if (!share) return 'gone'; // deleted just now
  const { name, description } = share;
  const { onlyRecipients } = publication;
  const locked = publication.passwordHash !== null;
  const left = publication.maxViews - publication.views;
  const asks = visitId === null ? requiredProof(publication) : null;
  const viewsLeft = visitId === null && left <= fewViews ? left : null;
  const isWithheld = (locked || onlyRecipients) && visitId === null;
  return {
    title: isWithheld ? null : shareTitle(description, name),
    total: isWithheld ? null : await arrivedTotal(ctx.db, publication.shareId),
    until: isWithheld ? null : publication.publishUntil.getTime(),
    isPersonal: publication.recipientId !== null,
    locked,
    sender: visibleSender(share),
    asks,
    isSealed: share.e2ee !== null,
    manifestStart: await readManifestStart(ctx, publication.shareId, share.e2ee),
    linkId: publication.linkId,
    viewsLeft,
    asksFirst: viewsLeft !== null && !locked && asks === null,
  };
}

async function readManifestStart({ db }: Context, shareId: string, e2ee: string | null) {
  if (e2ee === null) return null;
  const [row] = await db.$queryRaw<{ start: string | null }[]>`
    SELECT encode(substring("bytes" FROM 1 FOR ${manifestStartBytes}), 'base64') AS "start"
    FROM "SealedManifest" WHERE "shareId" = ${shareId}`;
  return row?.start ?? null;
}

function requiredProof({ onlyRecipients, recipientId }: LinkPublication): SharePeek['asks'] {
  if (!onlyRecipients) return null;
  return recipientId === null ? 'people' : 'code';
}

/** A delivery was not written by the owner, so it names no sender. */
export const visibleSender = ({ aliasId, owner }: { aliasId: string | null; owner: SenderRow }) =>
  aliasId === null ? senderOf(owner) : null;
