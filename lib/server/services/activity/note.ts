import 'server-only';
import type { ActivityField, ActivityKind } from '@/lib/contract/activity/activity';
import type { Context } from '@/lib/server/context';
import type { Prisma } from '@/lib/server/db/generated/client';

type Details = { field?: ActivityField; until?: number; to?: string[] };
type Noted = { shareId: string; kind: ActivityKind; at?: Date; details?: Details };

/** Writes down for those who manage a share what the caller did to it, in the transaction of the change. */
export async function noteActivity(
  ctx: Context,
  tx: Prisma.TransactionClient,
  { shareId, kind, at = ctx.now, details = {} }: Noted,
): Promise<void> {
  const login = ctx.viewer?.login ?? null;
  if (kind === 'changed' && (await noteAgain(ctx, tx, { shareId, login, details }))) return;
  await tx.shareEvent.create({ data: { shareId, at, kind, login, details } });
}

/** The same change within this time counts once: ten thousand files, removed one by one. */
const againMs = 10 * 60_000;

type Change = { shareId: string; login: string | null; details: Details };

async function noteAgain(
  { now }: Context,
  tx: Prisma.TransactionClient,
  { shareId, login, details }: Change,
) {
  const last = await tx.shareEvent.findFirst({
    where: { shareId },
    orderBy: [{ at: 'desc' }, { id: 'desc' }],
  });
  if (last?.kind !== 'changed' || last.login !== login || now.getTime() - last.at.getTime() > againMs)
    return false;
  if ((last.details as Details).field !== details.field) return false;
  await tx.shareEvent.update({ where: { id: last.id }, data: { at: now } });
  return true;
}

type Link = { shareId: string; enabled: boolean; publishUntil: Date } | null;

/** Nobody acts when a link ends. Its end is written down when something else would make it forgotten. */
export async function noteEnd(ctx: Context, tx: Prisma.TransactionClient, link: Link): Promise<void> {
  if (!link?.enabled || link.publishUntil > ctx.now) return;
  const { shareId, publishUntil: at } = link;
  await tx.shareEvent.create({ data: { shareId, at, kind: 'expired', details: {} } });
}
