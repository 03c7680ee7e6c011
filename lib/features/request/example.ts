import 'server-only';
import { AppError } from '@/lib/contract/errors';
import { safeFileName } from '@/lib/domain/file/file-name';
import { roundLimits } from '@/lib/domain/request/progress';
import type { Context, UserContext } from '@/lib/server/context';
import type { Prisma } from '@/lib/server/db/generated/client';
import { lockOwnedAlias } from '@/lib/server/services/access/alias';
import { ScannerAway, scanBytes } from '@/lib/server/services/scan/clamd';
import { scanScope } from '@/lib/server/services/scan/scope';
import { changeAsOwner, existing, requireRound } from './access';
import { requireRequest, type Shown } from './entry';

type NewExample = { aliasId: string; round: string; slot: number; name: string; data: string };

/**
 * Takes the place of an earlier one of the slot.
 * @throws alias.notFound, alias.notOwner, alias.blocked, round.notFound, round.examplesFull, round.exampleHeld, round.exampleUnchecked
 */
export async function attachExample(ctx: UserContext, given: NewExample): Promise<void> {
  const { aliasId, round, slot: number } = given;
  // Before anything is scanned.
  await ctx.db.$transaction((tx) => lockOwnedAlias(tx, ctx.viewer, aliasId));
  await requireRound(ctx, { aliasId, round });
  const example = { name: safeFileName(given.name) || 'example', bytes: Buffer.from(given.data, 'base64') };
  await requireClean(ctx, example.bytes);
  await changeAsOwner(ctx, { aliasId, what: 'example' }, async (tx) => {
    const where = { roundId: round, round: { aliasId }, position: number - 1 };
    const { id: slotId } = existing(await tx.requestSlot.findFirst({ where, select: { id: true } }));
    await requireRoom(tx, { aliasId, slotId, sizeBytes: example.bytes.length });
    await tx.slotExample.upsert({ where: { slotId }, create: { slotId, ...example }, update: example });
  });
}

/** As a file of the owner's that goes to others is scanned. */
async function requireClean({ config }: Context, bytes: Buffer): Promise<void> {
  if (!config.CLAMD || scanScope(config) !== 'all') return;
  const verdict = await scanBytes(config.CLAMD, async function* () {
    yield bytes;
  }).catch((error: unknown) => {
    if (error instanceof ScannerAway) throw new AppError('round.exampleUnchecked');
    throw error;
  });
  const isHeld = verdict.scan === 'unscannable' && config.SCAN_UNSCANNABLE === 'hold';
  if (isHeld || verdict.scan === 'infected') throw new AppError('round.exampleHeld', { field: 'data' });
}

/** They count in no quota, so an owner has this much for all inboxes. */
async function requireRoom(
  tx: Prisma.TransactionClient,
  { aliasId, slotId, sizeBytes }: { aliasId: string; slotId: string; sizeBytes: number },
): Promise<void> {
  const { kept } = await keptBytes(tx, { aliasId, without: slotId });
  if (kept + sizeBytes > roundLimits.examplesBytes) throw examplesFull();
}

const examplesFull = () => new AppError('round.examplesFull', { max: roundLimits.examplesBytes / 1024 ** 2 });

/** Of the inbox' owner, and of one round. Indexes: Alias_ownerId_createdAt_idx, RequestRound_aliasId_createdAt_idx, SlotExample_pkey. */
async function keptBytes(
  tx: Prisma.TransactionClient,
  { aliasId, without = '', round = '' }: { aliasId: string; without?: string; round?: string },
): Promise<{ kept: number; ofRound: number }> {
  const [sum] = await tx.$queryRaw<{ kept: bigint; ofRound: bigint }[]>`
    SELECT coalesce(sum(octet_length(x."bytes")), 0) AS "kept",
      coalesce(sum(octet_length(x."bytes")) FILTER (WHERE o."id" = ${round}), 0) AS "ofRound" FROM "Alias" a
      JOIN "RequestRound" o ON o."aliasId" = a."id" JOIN "RequestSlot" s ON s."roundId" = o."id"
      JOIN "SlotExample" x ON x."slotId" = s."id"
    WHERE a."ownerId" = (SELECT "ownerId" FROM "Alias" WHERE "id" = ${aliasId}) AND s."id" <> ${without}`;
  return { kept: Number(sum?.kept ?? 0), ofRound: Number(sum?.ofRound ?? 0) };
}

type NextRound = { aliasId: string; from: string; to: string; byDay: boolean };

/**
 * Copies them by the places of slots. A round that begins by itself takes them over where copies have no room.
 * @throws round.examplesFull where a person asks again
 */
export async function copyExamples(
  tx: Prisma.TransactionClient,
  { aliasId, from, to, byDay }: NextRound,
): Promise<void> {
  const { kept, ofRound } = await keptBytes(tx, { aliasId, round: from });
  if (ofRound === 0) return;
  const hasRoom = kept + ofRound <= roundLimits.examplesBytes;
  if (!hasRoom && !byDay) throw examplesFull();
  if (hasRoom)
    await tx.$executeRaw`
      INSERT INTO "SlotExample" ("slotId", "name", "bytes")
      SELECT t."id", x."name", x."bytes" FROM "RequestSlot" s JOIN "SlotExample" x ON x."slotId" = s."id"
        JOIN "RequestSlot" t ON t."roundId" = ${to} AND t."position" = s."position"
      WHERE s."roundId" = ${from}`;
  else
    await tx.$executeRaw`
      UPDATE "SlotExample" x SET "slotId" = t."id" FROM "RequestSlot" s
        JOIN "RequestSlot" t ON t."roundId" = ${to} AND t."position" = s."position"
      WHERE s."roundId" = ${from} AND x."slotId" = s."id"`;
}

/** @throws asked.over, asked.unproven, limit.attempts */
export async function getExample(
  ctx: Context,
  { slot: slotId, ...shown }: Shown & { slot: string },
): Promise<{ name: string; data: string }> {
  const { roundId } = await requireRequest(ctx, shown);
  const row = await ctx.db.slotExample.findFirst({ where: { slotId, slot: { roundId } } });
  if (!row) throw new AppError('asked.over');
  return { name: row.name, data: Buffer.from(row.bytes).toString('base64') };
}
