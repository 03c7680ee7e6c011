import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { type AuditQuery, audit, auditMaxTotal } from '@/lib/contract/admin/audit';
import type { UserContext } from '@/lib/server/context';
import { record as note } from '@/lib/server/journal/record';
import { blockAlias } from '@/lib/server/services/oversight/block-alias';
import { draftShare, noon, ownAlias, userContext } from '@/testing/service/context';
import { ownDatabase } from '@/testing/service/own-database';
import { searchAudit } from './search';

const day = 24 * 3600 * 1000;
let ctx: UserContext;
let remove: () => Promise<void>;

beforeAll(async () => {
  const own = await ownDatabase();
  remove = own.remove;
  ctx = await userContext({ db: own.db, admin: true, login: 'ada' });
  const at = (days: number) => ({ ...ctx, now: new Date(noon.getTime() - days * day) });
  await note(at(3), { event: 'login' });
  await note(at(2), { event: 'share.create', shareId: 'share-7', object: { type: 'share', id: 'share-7' } });
  await note(
    { ...at(1), viewer: null, client: { address: '203.0.113.9', userAgent: null } },
    {
      event: 'login',
      outcome: 'refused',
      details: { login: 'bob' },
    },
  );
  await note(at(0), { event: 'logout' });
});
afterAll(() => remove());

const find = async (query: Partial<AuditQuery>) => {
  const { items, total } = await searchAudit(ctx, { ...audit.search.query.parse({}), ...query });
  expect(total).toBe(items.length);
  return items.map(({ event, outcome }) => `${event} ${outcome}`);
};

test('all comes newest first', async () => {
  expect(await find({})).toEqual(['logout ok', 'login refused', 'share.create ok', 'login ok']);
});

test.each<[name: string, query: Partial<AuditQuery>, found: string[]]>([
  ['the event', { event: 'login' }, ['login refused', 'login ok']],
  ['what the events are about', { group: 'access' }, ['logout ok', 'login refused', 'login ok']],
  ['the outcome', { outcome: 'refused' }, ['login refused']],
  ['the actor’s login in any case', { actor: 'ADA', event: 'login' }, ['login ok']],
  ['the share', { share: 'share-7' }, ['share.create ok']],
  ['the time', { from: noon.getTime() - 2 * day, to: noon.getTime() - day }, ['share.create ok']],
  ['words in the address', { q: '203.0.113' }, ['login refused']],
  ['words in the login', { q: 'DA' }, ['logout ok', 'share.create ok', 'login ok']],
  ['a whole id', { q: 'share-7' }, ['share.create ok']],
  ['a part of an id', { q: 'share-' }, []],
  ['words that nothing holds', { q: '%' }, []],
])('rows are found by %s', async (_, query, found) => {
  expect(await find(query)).toEqual(found);
});

test('pages have an end, and what lies behind the last counted row is reached by filters', async () => {
  const page = (n: number) => searchAudit(ctx, { ...audit.search.query.parse({}), page: n, pageSize: 3 });
  expect([(await page(1)).items.length, (await page(2)).items.length]).toEqual([3, 1]);
  expect(await page(1_000_000)).toEqual({ items: [], total: 4 });
});

test('an inbox is found by the key that admins know, and by its link', async () => {
  const alias = await ownAlias(ctx);
  await ownAlias(ctx);
  await blockAlias(ctx, { adminKey: alias.adminKey, reason: 'Malware' });
  for (const q of [alias.adminKey, `https://files.example.org/app/share/${alias.id}`])
    expect(await find({ q })).toEqual(['alias.block ok']);
});

test('files that are there are called by their names', async () => {
  const { id: shareId } = await draftShare(ctx);
  const file = { shareId, path: 'photos', name: 'one.jpg', sizeBytes: 0, mimeType: 'image/jpeg' };
  await ctx.db.file.create({ data: { id: 'file-1', ...file } });
  for (const id of ['file-1', 'file-gone']) {
    await note(ctx, { event: 'upload.start', shareId, object: { type: 'file', id } });
  }
  const { items } = await searchAudit(ctx, { ...audit.search.query.parse({}), share: shareId });
  expect(items.map(({ objectId, objectName }) => [objectId, objectName])).toEqual([
    ['file-gone', null],
    ['file-1', 'photos/one.jpg'],
  ]);
});

test('names of files are told where anybody may open them, and of one’s own, but of nothing locked or private', async () => {
  const owner = await userContext({ db: ctx.db });
  const file = async (of: UserContext, name: string, { open = true, ...columns }: FileOptions = {}) => {
    const { id: shareId } = await draftShare(of);
    await ctx.db.share.update({ where: { id: shareId }, data: columns });
    const id = of.newId();
    const whole = { sizeBytes: 1, storedBytes: 1, state: 'complete', mimeType: 'text/plain' } as const;
    await ctx.db.file.create({ data: { id, shareId, name, ...whole } });
    const times = { publishedAt: ctx.now, publishUntil: ctx.now };
    if (open)
      await ctx.db.publication.create({ data: { shareId, linkId: of.newId(), enabled: true, ...times } });
    await note(of, { event: 'upload.complete', object: { type: 'file', id } });
  };
  await file(owner, 'open.txt');
  await file(owner, 'locked.txt', { passwordHash: 'x' });
  await file(owner, 'only.txt', { onlyRecipients: true });
  await file(owner, 'draft.txt', { open: false });
  await file(ctx, 'mine.txt', { open: false });
  const query = audit.search.query.parse({ event: 'upload.complete' });
  const shown = JSON.stringify((await searchAudit(ctx, query)).items);
  const names = ['open.txt', 'locked.txt', 'only.txt', 'draft.txt', 'mine.txt'];
  expect(names.filter((name) => shown.includes(name))).toEqual(['open.txt', 'mine.txt']);
});

type FileOptions = { open?: boolean; passwordHash?: string; onlyRecipients?: boolean };

test('no page goes beyond as many rows as are counted', async () => {
  const own = await ownDatabase();
  onTestFinished(() => own.remove());
  const many = { ...ctx, db: own.db };
  await own.db.$executeRaw`
    INSERT INTO "AuditEvent" ("event", "outcome", "actorKind", "at")
    SELECT 'login', 'ok', 'session', ${noon} FROM generate_series(1, ${auditMaxTotal + 5}::int)`;
  const page = async (number: number) =>
    (await searchAudit(many, { ...audit.search.query.parse({}), page: number, pageSize: 3 })).items.length;
  const last = Math.ceil(auditMaxTotal / 3);
  expect([await page(last - 1), await page(last), await page(last + 1)]).toEqual([3, auditMaxTotal % 3, 0]);
});
