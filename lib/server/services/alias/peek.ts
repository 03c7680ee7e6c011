import 'server-only';
import type { Sender } from '@/lib/contract/share/sender';
import {
  deadlineOf,
  type InboxForm,
  type InboxLook,
  type OpenTimes,
  phaseAt,
} from '@/lib/domain/inbox/inbox-form';
import type { Context } from '@/lib/server/context';
import type { Prisma, Publication } from '@/lib/server/db/generated/client';
import { checkGuesser, nullForGuessers, recordUnknownAlias } from '@/lib/server/limits/guesses';
import { acceptingFiles } from '@/lib/server/services/access/alias';
import { albumSelect, isAlbumShut } from '@/lib/server/services/album/lock';
import { applicableForm, formOf } from '@/lib/server/services/delivery/form-row';
import { profileOf, type SenderRow, senderSelect } from '@/lib/server/services/profile/sender';
import { remainingQuota } from '@/lib/server/services/quota/usage';
import { logoOf } from './form';
import { hasInboxProof, type InboxProof, inboxLock } from './inbox-password';
import { inboxSealOf } from './inbox-seal';

export type InboxView =
  | (InboxHeader & {
      state: 'open';
      isLate: boolean;
      form: InboxForm | null;
      album: InboxAlbum | null;
      /** Set where only sealed files are taken; X25519 in base64. */
      seal: { publicKey: string } | null;
    })
  /** `at` is when it opens or closed; `album` is the link to what has been sent. */
  | (InboxHeader & { state: 'early' | 'closed'; at: number; album: string | null })
  | (InboxHeader & { state: 'full' })
  | { state: 'off' }
  | { state: 'locked' };

type InboxHeader = InboxLook & {
  name: string;
  /** WebP in base64. */
  logo: string | null;
  /** The profile of its owner, unless the inbox names who gets what is sent, or has a logo. */
  receiver: Sender | null;
};

/** `link` is set while the album is published. `isOpen` means that files appear in it at once. */
export type InboxAlbum = { link: string | null; isOpen: boolean; isLocked: boolean };

export const peekAlias = (
  ctx: Context,
  aliasId: string,
  cookie: InboxProof['cookie'] = null,
): Promise<InboxView | null> => peek(ctx, aliasId, cookie).catch(nullForGuessers);

const select = {
  name: true,
  enabled: true,
  blockedAt: true,
  ownerId: true,
  form: { include: { logo: true } },
  albumChecks: true,
  passwordHash: true,
  passwordVersion: true,
  album: { select: albumSelect },
  seal: true,
  owner: { select: senderSelect },
} as const satisfies Prisma.AliasSelect;
type InboxRow = Prisma.AliasGetPayload<{ select: typeof select }>;

async function peek(ctx: Context, aliasId: string, cookie: InboxProof['cookie']): Promise<InboxView | null> {
  checkGuesser(ctx);
  const alias = await ctx.db.alias.findUnique({
    where: { id: aliasId, owner: acceptingFiles.owner },
    select,
  });
  if (!alias) {
    await recordUnknownAlias(ctx, aliasId);
    return null;
  }
  if (!alias.enabled || alias.blockedAt !== null) return { state: 'off' };
  const album = alias.albumChecks ? null : alias.album;
  if (album && isAlbumShut(album, ctx.now)) return { state: 'off' };
  const lock = inboxLock({ ...alias, album }, ctx.now);
  if (lock && !(await hasInboxProof(ctx, { id: aliasId, lock }, cookie)))
    return { state: lock.hash === null ? 'off' : 'locked' };
  return inboxView(ctx, alias);
}

/**
 * Returns the inbox page's language, which is public before the password. Unknown aliases are counted by `peekAlias`,
 * which every such page calls too.
 */
export const inboxLanguage = (ctx: Context, aliasId: string): Promise<string | null> =>
  findLanguage(ctx, aliasId).catch(nullForGuessers);

async function findLanguage(ctx: Context, aliasId: string): Promise<string | null> {
  checkGuesser(ctx);
  const where = { id: aliasId, ...acceptingFiles };
  const alias = await ctx.db.alias.findUnique({
    where,
    select: { form: { select: { language: true } } },
  });
  return alias?.form?.language ?? null;
}

async function inboxView(ctx: Context, alias: InboxRow): Promise<InboxView> {
  const { owner } = alias;
  const album = alias.album && {
    link: liveLink(alias.album, ctx.now),
    isOpen: !alias.albumChecks,
    isLocked: alias.album.passwordHash !== null,
  };
  const form = alias.form && applicableForm(formOf(alias.form), album?.isOpen === true);
  const { language = null, color = null } = form ?? {};
  const logo = logoOf(alias.form);
  const receiver = receiverFor(form, logo, owner);
  const header = { name: alias.name, language, color, logo, receiver };
  const closed = form && closedView(form, ctx.now);
  if (closed) return { ...closed, ...header, album: album?.link ?? null };
  const quota = await remainingQuota(ctx, alias.ownerId);
  if (quota.bytes <= 0 || quota.files <= 0) return { state: 'full', ...header };
  const toSenders = form && { ...form, recipient: recipientIn(form, owner) };
  const late = form !== null && isLate(form, ctx.now);
  const seal = alias.seal?.enabled ? { publicKey: inboxSealOf(alias.seal).publicKey } : null;
  return { state: 'open', ...header, isLate: late, form: toSenders, album, seal };
}

const visibleProfile = (owner: SenderRow) => (owner.showName ? profileOf(owner) : null);

const receiverFor = (form: InboxForm | null, logo: string | null, owner: SenderRow) =>
  form?.recipient || logo ? null : visibleProfile(owner);

const recipientIn = ({ recipient }: InboxForm, owner: SenderRow): string =>
  recipient || (visibleProfile(owner)?.name ?? owner.login);

const isLate = (form: OpenTimes, now: Date): boolean => phaseAt(form, now.getTime()) === 'late';

function closedView(form: OpenTimes, now: Date): { state: 'early' | 'closed'; at: number } | null {
  const phase = phaseAt(form, now.getTime());
  if (phase === 'early') return { state: 'early', at: form.opensAt ?? 0 };
  const isShut = phase === 'grace' || phase === 'closed';
  return isShut ? { state: 'closed', at: deadlineOf(form) ?? 0 } : null;
}

type AlbumLink = { publication: Publication | null; onlyRecipients: boolean; blockedAt: Date | null };

/** Null where it wouldn't open: recipients have links of their own. */
function liveLink({ publication, onlyRecipients, blockedAt }: AlbumLink, now: Date): string | null {
  const isOpen = blockedAt === null && !onlyRecipients;
  const isLive = isOpen && publication && publication.version > 0 && publication.enabled;
  return isLive && publication.publishUntil > now ? publication.linkId : null;
}
