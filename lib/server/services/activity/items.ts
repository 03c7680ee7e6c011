import 'server-only';
import type { ActivityItem } from '@/lib/contract/activity/activity';
import { readUserAgent } from '@/lib/domain/user-agent';
import type { UserContext } from '@/lib/server/context';
import type { PrismaClient, ShareEvent } from '@/lib/server/db/generated/client';
import { linkDownloads, visitDownloads } from './downloads';
import type { EventDetails } from './note';
import { shortAddress } from './visitor-address';

export type ActivityRow = { source: 'event' | 'visit' | 'download' | 'end'; id: string; at: Date };
type WithRecipient = { recipientId: string | null };
type ActivityShare = { ownerId: string; fileCount: number; sizeBytes: bigint };
type ItemFields = Partial<ActivityItem> & { kind: string };

const emptyFields = {
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

export async function activityItems(
  ctx: UserContext,
  rows: ActivityRow[],
  share: ActivityShare,
): Promise<ActivityItem[]> {
  const known = await fieldsByKey(ctx, rows, share);
  return rows.flatMap(({ source, id, at }) => {
    const key = keyOf(source, id);
    const facts = source === 'end' ? { kind: 'expired' } : known.get(key);
    // Missing when it was deleted between the two queries.
    return facts ? [{ ...emptyFields, ...facts, id: key, at: at.getTime() }] : [];
  });
}

const keyOf = (source: ActivityRow['source'], id: string) => `${source}-${id}`;

async function fieldsByKey(
  ctx: UserContext,
  rows: ActivityRow[],
  share: ActivityShare,
): Promise<Map<string, ItemFields>> {
  const { db, config, viewer } = ctx;
  const idsOf = (source: ActivityRow['source']) =>
    rows.filter((row) => row.source === source).map(({ id }) => id);
  const [events, visits, inVisits, alone] = await Promise.all([
    db.shareEvent.findMany({ where: { id: { in: idsOf('event').map(BigInt) } } }),
    db.visit.findMany({ where: { id: { in: idsOf('visit') } } }),
    visitDownloads(db, idsOf('visit')),
    linkDownloads(db, idsOf('download')),
  ]);
  const isOwner = share.ownerId === viewer.id;
  const client = <T extends { address: string | null; userAgent?: string | null }>({
    address,
    userAgent,
  }: T) => ({
    address: isOwner && config.ACTIVITY_ADDRESSES ? shortAddress(address) : null,
    ...readUserAgent(userAgent ?? null),
  });
  const names = isOwner ? await recipientAddresses(db, [...visits, ...alone]) : new Map<string, string>();
  const recipient = ({ recipientId }: WithRecipient) => ({ recipient: names.get(recipientId ?? '') ?? null });
  const facts = new Map<string, ItemFields>();
  for (const event of events)
    facts.set(keyOf('event', String(event.id)), { ...client(event), ...eventFields(event, share, isOwner) });
  for (const visit of visits)
    facts.set(keyOf('visit', visit.id), {
      kind: 'opened',
      ...recipient(visit),
      ...client(visit),
      ...inVisits.get(visit.id),
    });
  for (const { id, download, ...from } of alone)
    facts.set(keyOf('download', id), {
      kind: 'downloaded',
      ...recipient(from),
      ...client(from),
      downloads: [download],
    });
  return facts;
}

async function recipientAddresses(
  db: PrismaClient,
  rows: readonly WithRecipient[],
): Promise<Map<string, string>> {
  const ids = [...new Set(rows.flatMap(({ recipientId }) => recipientId ?? []))];
  if (ids.length === 0) return new Map();
  const found = await db.recipient.findMany({
    where: { id: { in: ids } },
    select: { id: true, address: true },
  });
  return new Map(found.map(({ id, address }) => [id, address]));
}

function eventFields(
  { kind, login, details }: ShareEvent,
  share: ActivityShare,
  isOwner: boolean,
): ItemFields {
  const { field = null, until = null, to = [] } = details as EventDetails;
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
