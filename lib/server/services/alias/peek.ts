import 'server-only';
import {
  deadlineOf,
  type InboxForm,
  type InboxLook,
  type OpenTimes,
  phaseAt,
} from '@/lib/domain/inbox/inbox-form';
import type { Context } from '@/lib/server/context';
import type { Prisma, Publication } from '@/lib/server/db/generated/client';
import { recordUnknownAlias } from '@/lib/server/limits/refused-credentials';
import { checkGuesser, nullForGuessers } from '@/lib/server/limits/unknown-id';
import { takingFiles } from '@/lib/server/services/access/alias';
import { albumSelect, isAlbumShut } from '@/lib/server/services/album/lock';
import { formOf, termsOf } from '@/lib/server/services/delivery/form-row';
import { roomOf } from '@/lib/server/services/quota/refusal';
import { type InboxProof, isProven, lockOf } from './inbox-password';
import { logoOf } from './logo';

/** What a sender may know of an alias: the name its owner gave it, its form, and why it takes nothing. */
export type InboxView =
  | (Shown & { state: 'open'; isLate: boolean; form: InboxForm | null; album: InboxAlbum | null })
  /** `at`: when it opens. `album`: the link of what has come. */
  | (Shown & { state: 'early' | 'closed'; at: number; album: string | null })
  | (Shown & { state: 'full' })
  | { state: 'off' }
  | { state: 'locked' };

type Shown = InboxLook & { name: string /** In base64. */; logo: string | null };

/** `link`: where senders see what came, while that is published. `isOpen`: they see at once what they send. */
export type InboxAlbum = { link: string | null; isOpen: boolean };

/** Null for an alias that is unknown, or whose owner is out. */
export const peekAlias = (
  ctx: Context,
  aliasId: string,
  cookie: InboxProof['cookie'] = null,
): Promise<InboxView | null> => peek(ctx, aliasId, cookie).catch(nullForGuessers);

const select = {
  name: true,
  enabled: true,
  ownerId: true,
  form: { include: { logo: true } },
  albumChecks: true,
  passwordHash: true,
  passwordVersion: true,
  album: { select: albumSelect },
  owner: { select: { login: true } },
} as const satisfies Prisma.AliasSelect;
type Row = Prisma.AliasGetPayload<{ select: typeof select }>;

async function peek(ctx: Context, aliasId: string, cookie: InboxProof['cookie']): Promise<InboxView | null> {
  checkGuesser(ctx);
  const alias = await ctx.db.alias.findUnique({ where: { id: aliasId, owner: takingFiles.owner }, select });
  if (!alias) {
    await recordUnknownAlias(ctx, aliasId);
    return null;
  }
  if (!alias.enabled) return { state: 'off' };
  const album = alias.albumChecks ? null : alias.album;
  if (album && isAlbumShut(album, ctx.now)) return { state: 'off' };
  const lock = lockOf({ ...alias, album }, ctx.now);
  if (lock && !(await isProven(ctx, { id: aliasId, lock }, cookie)))
    return { state: lock.hash === null ? 'off' : 'locked' };
  return enterable(ctx, alias);
}

/**
 * What the page of an alias is written in, for senders who have chosen nothing: known before its password. That somebody
 * asked for an unknown one is noted by `peekAlias`, which every such page asks, too.
 */
export const languageOfInbox = (ctx: Context, aliasId: string): Promise<string | null> =>
  ask(ctx, aliasId).catch(nullForGuessers);

async function ask(ctx: Context, aliasId: string): Promise<string | null> {
  checkGuesser(ctx);
  const where = { id: aliasId, ...takingFiles };
  const alias = await ctx.db.alias.findUnique({
    where,
    select: { form: { select: { language: true } } },
  });
  return alias?.form?.language ?? null;
}

/** What somebody sees who may come in. */
async function enterable(ctx: Context, alias: Row): Promise<InboxView> {
  const { owner } = alias;
  const album = alias.album && { link: linkIn(alias.album, ctx.now), isOpen: !alias.albumChecks };
  const form = alias.form && termsOf(formOf(alias.form), album?.isOpen === true);
  const { language = null, color = null } = form ?? {};
  const shown = { name: alias.name, language, color, logo: logoOf(alias.form) };
  const shut = form && shutView(form, ctx.now);
  if (shut) return { ...shut, ...shown, album: album?.link ?? null };
  const room = await roomOf(ctx, alias.ownerId);
  if (room.bytes <= 0 || room.files <= 0) return { state: 'full', ...shown };
  const toSenders = form && { ...form, recipient: form.recipient || owner.login };
  const late = form !== null && isLate(form, ctx.now);
  return { state: 'open', ...shown, isLate: late, form: toSenders, album };
}

const isLate = (form: OpenTimes, now: Date): boolean => phaseAt(form, now.getTime()) === 'late';

function shutView(form: OpenTimes, now: Date): { state: 'early' | 'closed'; at: number } | null {
  const phase = phaseAt(form, now.getTime());
  if (phase === 'early') return { state: 'early', at: form.opensAt ?? 0 };
  const isShut = phase === 'grace' || phase === 'closed';
  return isShut ? { state: 'closed', at: deadlineOf(form) ?? 0 } : null;
}

function linkIn({ publication }: { publication: Publication | null }, now: Date): string | null {
  const isLive = publication && publication.version > 0 && publication.enabled;
  return isLive && publication.publishUntil > now ? publication.linkId : null;
}
