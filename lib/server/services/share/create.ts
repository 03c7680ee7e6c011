import 'server-only';
import { AppError } from '@/lib/contract/errors';
import type { Answers, ShareProperties, ShareTerms } from '@/lib/contract/share/share-shapes';
import { hashPassword } from '@/lib/server/auth/password';
import type { AliasContext, Context, UserContext } from '@/lib/server/context';
import { isDuplicateKey, isMissingReference } from '@/lib/server/db/errors';
import type { Prisma } from '@/lib/server/db/generated/client';
import { record } from '@/lib/server/journal/record';
import { redactedId } from '@/lib/server/journal/redacted';
import { checkAliasShares } from '@/lib/server/limits/alias';
import { countChosenId } from '@/lib/server/limits/attempt';
import { checkDemoRoom, demoLimits } from '@/lib/server/limits/demo';
import { storedAddress } from '@/lib/server/services/activity/address';
import { checkDeliveryTime, checkedAnswers } from '@/lib/server/services/delivery/form-rules';
import {
  insertDelivery,
  type NewDelivery,
  receiptSecret,
  senderKey,
} from '@/lib/server/services/delivery/insert';
import { markUnread } from '@/lib/server/services/delivery/marks';
import { checkInboxSeal } from '@/lib/server/services/delivery/sealed-inbox';
import {
  findRepeatedShare,
  type NewSealedKey,
  shareCreationKey,
} from '@/lib/server/services/upload/creation-key';
import { freeRepeatedWords, reservedPublication } from './link-words';
import { checkPasswordGiven, checkUntil, checkValidity, checkWords } from './rules';

/** Creates an empty, private share, with the same key once. */
export async function createShare(
  ctx: UserContext,
  properties: ShareProperties,
  key: string | null = null,
): Promise<{ id: string }> {
  return insertAlone(ctx, await prepareOwnShare(ctx, properties, key));
}

/**
 * Creates a share for the owner of an alias. With an album, files go there: only a message becomes a share, and
 * the sender gets the alias id.
 * @throws alias.notUsable, alias.sealedOnly, limit.alias, alias.closed, errors of `checkAnswers`
 */
export async function createShareThroughAlias(
  ctx: AliasContext,
  delivery: DeliveryInput,
  key: string | null = null,
): Promise<{ id: string; receipt: string }> {
  checkDeliveryTime(ctx.alias.form, ctx.now);
  const share = await prepareAliasShare(ctx, delivery, key);
  const { albumId, ownerId, id: aliasId } = ctx.alias;
  checkSealed(delivery);
  await checkInboxSeal(ctx.db, { aliasId, ...delivery });
  if (albumId) await markUnread(ctx.db, { shareId: albumId, ownerId, aliasId });
  if (albumId && !hasMessage(share)) return { id: aliasId, receipt: '' };
  const { id } = await insertAlone(ctx, share);
  return { id: albumId ? aliasId : id, receipt: receiptSecret(ctx, id) };
}

export function hasMessage({ name, description, delivered }: NewShare): boolean {
  const {
    receipt,
    senderKey: _,
    isLate,
    answers = [],
    ...said
  } = delivered ?? { receipt: '', senderKey: null };
  return [name, description, answers[0], ...Object.values(said)].some((word) => word != null);
}

/** Insert input whose checked fields are always set. */
export type NewShare = Omit<
  Prisma.ShareUncheckedCreateInput,
  'name' | 'description' | 'publication' | 'creationKey' | 'manifest'
> & {
  name?: string | null;
  description?: string | null;
  publication?: { create: ReturnType<typeof reservedPublication> };
  id: string;
  aliasId: string | null;
  e2ee: string | null;
  creationKey?: string | null;
  manifest?: NewSealedKey;
  /** Set for deliveries through an alias. */
  delivered?: NewDelivery;
};
export type DeliveryInput = Omit<ShareTerms, 'validity'> & Partial<Answers> & SealedDelivery;
type SealedDelivery = { e2ee?: 'v1' | null | undefined; sealedKey?: string | undefined };

/** The words of a sealed share are in its manifest. @throws request.invalid */
function checkSealed({ e2ee, name, description }: Omit<DeliveryInput, 'sealedKey'>): void {
  const field = name ? 'name' : 'description';
  if (e2ee && (name || description)) throw new AppError('request.invalid', { field, reason: 'unsupported' });
}

/** @throws share.validityTooLong, share.passwordNeeded, share.linkGuessable, request.invalid for `until` */
export function checkShareProperties(ctx: Context, properties: ShareProperties): void {
  const { validity, until, password, link, mayBeGuessed = false } = properties;
  checkSealed(properties);
  if (until == null) checkValidity(ctx, validity);
  else checkUntil(ctx, until, { from: ctx.now.getTime(), field: 'until' });
  checkPasswordGiven(ctx, password ?? null);
  if (link) checkWords(link, { isLocked: !!password, mayBeGuessed });
}

/** @throws limit.attempts, errors of `checkShareProperties` */
export async function prepareOwnShare(
  ctx: UserContext,
  properties: ShareProperties,
  key: string | null = null,
): Promise<NewShare> {
  checkShareProperties(ctx, properties);
  const { until, maxDownloads = null, link } = properties;
  if (link) await countChosenId(ctx);
  const share = await newShare(ctx, { ownerId: ctx.viewer.id, aliasId: null, key }, properties);
  return {
    ...share,
    maxDownloads,
    ...(until != null && { linkEndsAt: new Date(until), validityMs: until - ctx.now.getTime() }),
    ...(link && { publication: { create: reservedPublication(ctx, link) } }),
  };
}

/**
 * The alias sets the validity, capped by the installation. A required password is asked of publishers, not of
 * senders.
 * @throws alias.notUsable, delivery.unanswered, request.invalid for an answer
 */
export async function prepareAliasShare(
  ctx: AliasContext,
  delivery: DeliveryInput,
  key: string | null = null,
): Promise<NewShare> {
  const { id: aliasId, ownerId, validityMs, onlyShareId } = ctx.alias;
  if (onlyShareId) throw new AppError('alias.notUsable');
  const validity = Math.min(validityMs, ctx.config.MAX_VALIDITY);
  const share = await newShare(ctx, { ownerId, aliasId, key }, { ...delivery, validity });
  const answers = checkedAnswers(ctx.alias.form, delivery, ctx.now);
  return {
    ...share,
    delivered: { ...answers, receipt: receiptSecret(ctx, share.id), senderKey: senderKey(ctx) },
  };
}

async function newShare(
  ctx: Context,
  { key, ...belonging }: { ownerId: string; aliasId: string | null; key: string | null },
  { name, description, validity, maxViews, password, e2ee, sealedKey }: ShareTerms & SealedDelivery,
): Promise<NewShare> {
  return {
    id: ctx.newId(),
    ...belonging,
    name: name || null,
    description: description || null,
    validityMs: validity,
    maxViews,
    passwordHash: password ? await hashPassword(password, ctx) : null,
    createdAt: ctx.now,
    e2ee: e2ee ?? null,
    creationKey: shareCreationKey(ctx, key),
    ...(e2ee && { manifest: { create: { sealedKey: sealedKey ? bytesOf(sealedKey) : null } } }),
  };
}

const bytesOf = (base64: string) => new Uint8Array(Buffer.from(base64, 'base64'));

const insertAlone = (ctx: Context, share: NewShare): Promise<{ id: string }> =>
  findOrInsert(ctx, share, null, () => ctx.db.$transaction((tx) => insertShare(ctx, tx, share)));

/** Two requests with the same key at once are one creation, too. @throws request.invalid for the key */
export async function findOrInsert<T extends { id: string }>(
  { db }: Context,
  share: NewShare,
  files: Parameters<typeof findRepeatedShare>[2],
  insert: () => Promise<T>,
): Promise<T | { id: string }> {
  const find = () => findRepeatedShare(db, share, files);
  const repeated = await find();
  if (repeated) return repeated;
  try {
    return await insert();
  } catch (error) {
    const first = await find();
    if (first) return first;
    throw error;
  }
}

/** @throws alias.notUsable if the alias was removed meanwhile, alias.sealedOnly, limit.alias, share.linkTaken */
export async function insertShare(
  ctx: Context,
  tx: Prisma.TransactionClient,
  share: NewShare,
): Promise<{ id: string }> {
  const { delivered: _, ...row } = share;
  const { id, aliasId, ownerId, name = null, description = null } = row;
  const words = share.publication?.create.linkId;
  if (words) await freeRepeatedWords(tx, { ownerId, name, description, words, now: ctx.now });
  await checkDemoRoom(ctx, demoLimits.share, () => tx.share.count());
  if (aliasId) await checkAliasShares(ctx, tx, { aliasId, shareId: id });
  try {
    await tx.share.create({ data: row });
    if (aliasId) await receive(tx, { ...share, aliasId });
  } catch (error) {
    if (share.publication && isDuplicateKey(error)) throw new AppError('share.linkTaken');
    throw aliasId && isMissingReference(error) ? new AppError('alias.notUsable') : error;
  }
  await recordCreation(ctx, tx, { id, aliasId });
  return { id };
}

async function receive(
  tx: Prisma.TransactionClient,
  { id: shareId, ownerId, aliasId, e2ee, delivered }: NewShare & { aliasId: string },
): Promise<void> {
  if (delivered) await insertDelivery(tx, { shareId, aliasId, delivered });
  // The alias' row is locked by now, so nobody seals or unseals it before the share is there.
  await checkInboxSeal(tx, { aliasId, e2ee, sealedKey: e2ee });
  await markUnread(tx, { shareId, ownerId, aliasId });
}

async function recordCreation(
  ctx: Context,
  tx: Prisma.TransactionClient,
  { id, aliasId }: { id: string; aliasId: string | null },
): Promise<void> {
  const share = { object: { type: 'share', id }, shareId: id } as const;
  if (!aliasId) return record(ctx, { event: 'share.create', ...share, activity: {} }, tx);
  const from = { address: storedAddress(ctx), userAgent: ctx.client.userAgent };
  const details = { alias: redactedId(aliasId) };
  return record(ctx, { event: 'share.arrive', ...share, details, activity: { from } }, tx);
}
