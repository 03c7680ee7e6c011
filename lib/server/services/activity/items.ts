import 'server-only';
import type { ActivityItem } from '@/lib/contract/activity/activity';
import { readUserAgent } from '@/lib/domain/user-agent';
import type { UserContext } from '@/lib/server/context';
import type { PrismaClient, ShareEvent } from '@/lib/server/db/generated/client';
import { linkDownloads, visitDownloads } from './downloads';
import { shortAddress } from './kept-address';

export type Row = { source: 'event' | 'visit' | 'download' | 'end'; id: string; at: Date };
type Share = { ownerId: string; fileCount: number; sizeBytes: bigint };
type Facts = Partial<ActivityItem> & { kind: string };

const nothing = {
  by: null,
  recipient: null,
  address: null,
  browser: null,
  system: null,
  field: null,
  receivers: [],
  receiverCount: 0,
  until: null,
  files: null,
  size: null,
  downloads: [],
  moreDownloads: false,
};

/** The rows of a page with all that their reader may know of them, in the same order. */
export async function itemsOf(ctx: UserContext, rows: Row[], share: Share): Promise<ActivityItem[]> {
  const known = await factsOf(ctx, rows, share);
  return rows.flatMap(({ source, id, at }) => {
    const key = keyOf(source, id);
    const facts = source === 'end' ? { kind: 'expired' } : known.get(key);
    // It was deleted between the two queries.
    return facts ? [{ ...nothing, ...facts, id: key, at: at.getTime() }] : [];
  });
}

const keyOf = (source: Row['source'], id: string) => `${source}-${id}`;

async function factsOf(ctx: UserContext, rows: Row[], share: Share): Promise<Map<string, Facts>> {
  const { db, config, viewer } = ctx;
  const idsOf = (source: Row['source']) => rows.filter((row) => row.source === source).map(({ id }) => id);
  const [events, visits, inVisits, alone] = await Promise.all([
    db.shareEvent.findMany({ where: { id: { in: idsOf('event').map(BigInt) } } }),
    db.visit.findMany({ where: { id: { in: idsOf('visit') } } }),
    visitDownloads(db, idsOf('visit')),
    linkDownloads(db, idsOf('download')),
  ]);
  const isOwner = share.ownerId === viewer.id;
  const seen = <T extends { address: string | null; userAgent?: string | null }>({
    address,
    userAgent,
  }: T) => ({
    address: isOwner && config.ACTIVITY_ADDRESSES ? shortAddress(address) : null,
    ...readUserAgent(userAgent ?? null),
  });
  const names = isOwner ? await recipientsOf(db, [...visits, ...alone]) : new Map<string, string>();
  const named = ({ recipientId }: By) => ({ recipient: names.get(recipientId ?? '') ?? null });
  const facts = new Map<string, Facts>();
  for (const event of events)
    facts.set(keyOf('event', String(event.id)), { ...seen(event), ...eventFacts(event, share, isOwner) });
  for (const visit of visits)
    facts.set(keyOf('visit', visit.id), {
      kind: 'opened',
      ...named(visit),
      ...seen(visit),
      ...inVisits.get(visit.id),
    });
  for (const { id, download, ...from } of alone)
    facts.set(keyOf('download', id), {
      kind: 'downloaded',
      ...named(from),
      ...seen(from),
      downloads: [download],
    });
  return facts;
}

type By = { recipientId: string | null };

async function recipientsOf(db: PrismaClient, rows: readonly By[]): Promise<Map<string, string>> {
  const ids = [...new Set(rows.flatMap(({ recipientId }) => recipientId ?? []))];
  if (ids.length === 0) return new Map();
  const found = await db.recipient.findMany({
    where: { id: { in: ids } },
    select: { id: true, address: true },
  });
  return new Map(found.map(({ id, address }) => [id, address]));
}

type Details = { field?: string | null; until?: number; to?: string[] };

function eventFacts({ kind, login, details }: ShareEvent, share: Share, isOwner: boolean): Facts {
  const { field = null, until = null, to = [] } = details as Details;
  return {
    kind,
    by: login,
    field,
    until,
    receivers: isOwner ? to : [],
    receiverCount: to.length,
    ...(kind === 'arrived' && { files: share.fileCount, size: Number(share.sizeBytes) }),
  };
}
