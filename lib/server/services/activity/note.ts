import 'server-only';
import type { ActivityField, ActivityKind } from '@/lib/contract/activity';
import type { Context, UserContext } from '@/lib/server/context';
import type { Prisma, Publication } from '@/lib/server/db/generated/client';

export type EventDetails = { field?: ActivityField; until?: number; to?: string[] };
type ActivityNote = { shareId: string; kind: ActivityKind; at?: Date; details?: EventDetails };

export async function noteActivity(
  ctx: Context,
  tx: Prisma.TransactionClient,
  { shareId, kind, at = ctx.now, details = {} }: ActivityNote,
): Promise<void> {
  const login = ctx.viewer?.login ?? null;
  if (kind === 'changed' && (await mergeIntoLast(ctx, tx, { shareId, login, details }))) return;
  await tx.shareEvent.create({ data: { shareId, at, kind, login, details } });
}

/** Repeated changes within this time become one event: deleting 10,000 files would fill the list. */
const mergeWindowMs = 10 * 60_000;

async function mergeIntoLast(
  { now }: Context,
  tx: Prisma.TransactionClient,
  { shareId, login, details }: { shareId: string; login: string | null; details: EventDetails },
) {
  const last = await tx.shareEvent.findFirst({
    where: { shareId },
    orderBy: [{ at: 'desc' }, { id: 'desc' }],
  });
  if (last?.kind !== 'changed' || last.login !== login || now.getTime() - last.at.getTime() > mergeWindowMs)
    return false;
  if ((last.details as EventDetails).field !== details.field) return false;
  await tx.shareEvent.update({ where: { id: last.id }, data: { at: now } });
  return true;
}

/** Records the end of an expired link before a new publication overwrites its date. */
export async function noteLinkEnd(
  ctx: Context,
  tx: Prisma.TransactionClient,
  link: Pick<Publication, 'shareId' | 'enabled' | 'publishUntil'> | null,
): Promise<void> {
  if (!link?.enabled || link.publishUntil > ctx.now) return;
  const { shareId, publishUntil: at } = link;
  await tx.shareEvent.create({ data: { shareId, at, kind: 'expired', details: {} } });
}

export async function noteMailed(
  { db, viewer, now }: UserContext,
  shareId: string | null,
  to: readonly string[],
): Promise<void> {
  if (shareId === null || to.length === 0) return;
  await db.$executeRaw`
    INSERT INTO "ShareEvent" ("shareId", "at", "kind", "login", "details")
    SELECT "id", ${now}, 'mailed', ${viewer.login}, ${JSON.stringify({ to })}::jsonb FROM "Share" WHERE "id" = ${shareId}`;
}

export const storedAddress = ({ client, config }: Pick<Context, 'client' | 'config'>): string | null =>
  config.ACTIVITY_ADDRESSES ? client.address : null;

/** Shortens an address to tell visitors apart without identifying one: `203.0.113.…`, `2001:db8:1:…`. */
export function shortAddress(address: string | null): string | null {
  if (!address) return null;
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '');
  if (plain.includes('.')) return `${plain.split('.').slice(0, 3).join('.')}.…`;
  const [head = ''] = plain.split('::');
  return `${[...head.split(':'), '0', '0', '0']
    .slice(0, 3)
    .map((group) => group || '0')
    .join(':')}:…`;
}
