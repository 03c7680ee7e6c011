import type { AuditEventName, AuditOutcome } from '@/lib/contract/admin/audit';
import type { Context } from '@/lib/server/context';
import type { Prisma } from '@/lib/server/db/generated/client';
import { shares } from './shares';

const hour = 3600 * 1000;
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0';
const phone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 Safari/604.1';

export async function writeEvents(ctx: Context, idOf: (login?: string) => string): Promise<void> {
  const ago = (hours: number) => new Date(ctx.now.getTime() - hours * hour);
  await ctx.db.session.deleteMany({ where: { id: { startsWith: 'story-' } } });
  const session = (id: string, over: { endsAt: Date; revokedAt?: Date }) => ({
    id: `story-${id}`,
    accountId: idOf(),
    address: '203.0.113.9',
    userAgent: id === 'phone' ? phone : firefox,
    createdAt: ago(200),
    lastSeenAt: ago(3),
    ...over,
  });
  await ctx.db.session.createMany({
    data: [
      session('phone', { endsAt: ago(-500) }),
      session('ended', { endsAt: ago(1) }),
      session('revoked', { endsAt: ago(-100), revokedAt: ago(2) }),
    ],
  });
  for (const { id, publication, files = [] } of shares) {
    for (let n = 1; n <= (publication?.views ?? 0); n++) {
      const visit = { id: `${id}-visit-${n}`, shareId: id, startedAt: ago(n * 2) };
      await ctx.db.visit.create({
        data: { ...visit, version: 1, address: `198.51.100.${n}`, userAgent: n % 2 ? firefox : phone },
      });
      if (files.length > 0) await ctx.db.download.create({ data: download(visit, n) });
    }
  }
  await ctx.db.auditEvent.deleteMany({ where: { requestId: 'story' } });
  await ctx.db.auditEvent.createMany({
    data: trail(idOf).map((event, n) => ({ ...event, at: ago(60 - n) })),
  });
}

function download({ id, shareId, startedAt }: { id: string; shareId: string; startedAt: Date }, n: number) {
  const isZip = n % 3 === 0;
  return {
    id: `${id}-download`,
    shareId,
    visitId: id,
    fileId: isZip ? null : `${shareId}-file-1`,
    kind: isZip ? 'zip' : 'file',
    sentBytes: 1000 * n,
    complete: n % 2 === 1,
    address: `198.51.100.${n}`,
    startedAt,
    endedAt: new Date(startedAt.getTime() + 4000),
  } as const;
}

type Trail = Prisma.AuditEventCreateManyInput & { event: AuditEventName; outcome: AuditOutcome };

function trail(idOf: (login?: string) => string): Trail[] {
  const by = (login: string) => ({
    actorId: idOf(login),
    actorLogin: login,
    actorKind: 'user',
    address: '203.0.113.9',
    requestId: 'story',
  });
  const visitor = { actorKind: 'anonymous', address: '198.51.100.4', requestId: 'story' };
  const board = { objectType: 'share', objectId: 'board-pack', shareId: 'board-pack' };
  const opened = { ...visitor, event: 'share.open', shareId: 'board-pack' } as const;
  const linus = { objectType: 'account', objectId: idOf('linus'), details: { login: 'linus' } };
  return [
    { actorKind: 'system', event: 'system.start', outcome: 'ok', requestId: 'story' },
    { ...by('ada'), event: 'login', outcome: 'ok' },
    { ...visitor, event: 'login', outcome: 'refused', details: { login: 'root', reason: 'unknown_account' } },
    { ...by('ada'), ...board, event: 'share.create', outcome: 'ok' },
    { ...by('ada'), ...board, event: 'share.publish', outcome: 'ok' },
    { ...opened, outcome: 'refused', details: { reason: 'bad_password' } },
    { ...opened, outcome: 'ok' },
    { ...visitor, event: 'download.file', outcome: 'partial', shareId: 'board-pack' },
    { ...by('grace'), event: 'login', outcome: 'ok' },
    { ...by('ada'), ...linus, actorKind: 'admin', event: 'account.disable', outcome: 'ok' },
  ];
}
