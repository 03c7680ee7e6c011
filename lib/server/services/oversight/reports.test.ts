import { expect, test } from 'vitest';
import { report as calls } from '@/lib/contract/report';
import type { Context } from '@/lib/server/context';
import { sendNotices } from '@/lib/server/services/notice/send-notices';
import { publishShare, unpublishShare } from '@/lib/server/services/share/publish';
import { setShareField } from '@/lib/server/services/share/set-field';
import { draftShare, userContext } from '@/testing/service/context';
import { limitedContext } from '@/testing/service/limited';
import { mailServer } from '@/testing/service/mail';
import { blockShare } from './block-share';
import { dismissReports, forgetReporters, listReports } from './reports';
import { reportLink } from './take-report';

const post = mailServer();
const admin = await userContext({ admin: true });
const first = { q: '', page: 1, pageSize: 100 };

function visitor(over: Partial<Context> = {}): Context {
  const ctx = { ...limitedContext(), ...over };
  return { ...ctx, config: { ...ctx.config, RATE_LIMITS: true, ABUSE_MAIL: 'abuse@example.org' } };
}

async function published({ password }: { password?: string } = {}) {
  const owner = await userContext();
  const { id: shareId } = await draftShare(owner, { name: 'Plans', validityMs: 4 * 3_600_000 });
  if (password) await setShareField(owner, shareId, { password });
  const { id: linkId } = await publishShare(owner, { shareId, reuseId: true });
  const count = () => owner.db.report.count({ where: { shareId } });
  return { owner, shareId, linkId, count };
}

const report = { reason: 'malware', text: '<b>bad</b>', address: 'eve@example.org' } as const;
const caseOf = async (id: string) =>
  (await listReports(admin, first)).items.find(({ share }) => share?.id === id);

test('a locked link is reported without its password, and spends no view', async () => {
  const { owner, shareId, linkId } = await published({ password: 'secret' });
  await reportLink(visitor(), { ...report, linkId });
  expect(await caseOf(shareId)).toMatchObject({ count: 1, share: { title: null }, reports: [report] });
  expect(await owner.db.publication.findUnique({ where: { shareId } })).toMatchObject({ views: 0 });
});

test('dead and unknown links get the same answer, and nothing is kept', async () => {
  const { owner, shareId, linkId, count } = await published();
  await unpublishShare(owner, { shareId });
  expect(await reportLink(visitor(), { ...report, linkId })).toBeUndefined();
  expect(await reportLink(visitor(), { ...report, linkId: 'no-such-link' })).toBeUndefined();
  expect(await count()).toBe(0);
});

test('a share keeps 20 of 30 concurrent reports, and a client may send five an hour, counted by its /64', async () => {
  const { linkId, count, shareId } = await published();
  await Promise.all(Array.from({ length: 30 }, () => reportLink(visitor(), { ...report, linkId })));
  expect([await count(), (await caseOf(shareId))?.count]).toEqual([20, 20]);
  const near = (nth: number) => visitor({ client: { address: `2001:db8:64:1::${nth}`, userAgent: null } });
  const tries = Array.from({ length: 8 }, (_, nth) => reportLink(near(nth), { ...report, linkId }));
  const refused = (await Promise.allSettled(tries)).filter(({ status }) => status === 'rejected');
  expect(refused).toHaveLength(3);
});

test('a case is closed by dismissing it or taking the share down, and a new report opens another', async () => {
  const { shareId, linkId } = await published();
  await reportLink(visitor(), { ...report, linkId });
  await dismissReports(admin, { id: shareId });
  expect(await caseOf(shareId)).toBeUndefined();
  await expect(dismissReports(admin, { id: shareId })).rejects.toMatchObject({ code: 'share.notFound' });
  await reportLink(visitor(), { ...report, linkId });
  await blockShare(admin, { shareId, reason: 'Malware' });
  expect(await caseOf(shareId)).toBeUndefined();
});

test('the first report of a case is mailed, as text', async () => {
  const { mail } = post.over();
  const { linkId } = await published();
  await reportLink(visitor({ mail }), { ...report, linkId });
  await reportLink(visitor({ mail }), { ...report, linkId });
  await sendNotices({ ...admin, ...post.over(), now: new Date() });
  const [sent, ...more] = post.sink.for('abuse@example.org');
  expect([sent?.email.subject, more]).toEqual(['Report: “Plans”', []]);
  expect(sent?.email.html).not.toContain('<b>bad');
});

test('a new case of a share whose reports were dismissed is mailed like the first', async () => {
  const { mail } = post.over();
  const { shareId, linkId } = await published();
  const mails = async () => {
    await sendNotices({ ...admin, ...post.over(), now: new Date() });
    return post.sink.for('again@example.org').length;
  };
  const tell = () => {
    const ctx = visitor({ mail });
    const config = { ...ctx.config, ABUSE_MAIL: 'again@example.org' };
    return reportLink({ ...ctx, config }, { ...report, linkId });
  };
  await tell();
  expect(await mails()).toBe(1);
  await dismissReports(admin, { id: shareId });
  await tell();
  expect(await mails()).toBe(2);
});

test('the reporter of a share is forgotten after 30 days, and so are decided reports', async () => {
  const { owner, shareId, linkId, count } = await published();
  await reportLink(visitor({ now: owner.now }), { ...report, linkId });
  const later = { ...owner, now: new Date(owner.now.getTime() + 31 * 24 * 3_600_000) };
  await forgetReporters(later);
  expect((await caseOf(shareId))?.reports).toMatchObject([{ text: report.text, address: null }]);
  await dismissReports(admin, { id: shareId });
  await forgetReporters(later);
  expect(await count()).toBe(0);
});

test('without ABUSE_MAIL, shares can’t be reported', async () => {
  const { linkId } = await published();
  const ctx = visitor();
  const { ABUSE_MAIL: _, ...config } = ctx.config;
  await expect(reportLink({ ...ctx, config }, { ...report, linkId })).rejects.toMatchObject({
    code: 'request.notFound',
  });
});

test('a report with a wrong email address or a text too long is refused', async () => {
  const { linkId, count } = await published();
  const send = reportLink(visitor(), { ...report, linkId, address: 'eve at example' });
  await expect(send).rejects.toMatchObject({ code: 'request.invalid', values: { field: 'address' } });
  expect(await count()).toBe(0);
  const fits = (text: string) => calls.send.body.safeParse({ ...report, text }).success;
  expect([fits('x'.repeat(2_000)), fits('x'.repeat(2_001))]).toEqual([true, false]);
});

test('ten thousand reports of a share are one case with the latest twenty', async () => {
  const { owner, shareId } = await published();
  await owner.db.$executeRaw`
    INSERT INTO "Report" ("id", "shareId", "reason", "text", "createdAt")
    SELECT ${shareId} || n, ${shareId}, 'other', n::text, now() + n * interval '1 second' FROM generate_series(1, 10000) n`;
  const found = await caseOf(shareId);
  expect([found?.count, found?.reports.length, found?.reports[0]?.text]).toEqual([10_000, 20, '10000']);
  const { items, total } = await listReports(admin, { ...first, page: 1_000 });
  expect([items, total > 0]).toEqual([[], true]);
});

test('the audit says what was taken down by its title, but not of what is locked', async () => {
  const detailsOf = async (world: Parameters<typeof published>[0]) => {
    const { owner, shareId } = await published(world);
    await blockShare(admin, { shareId, reason: 'Malware' });
    return (await owner.db.auditEvent.findFirst({ where: { shareId, event: 'share.block' } }))?.details;
  };
  expect(await detailsOf({})).toEqual({ name: 'Plans', reason: 'Malware' });
  expect(await detailsOf({ password: 'secret' })).toEqual({ reason: 'Malware' });
});

test('a report that was dismissed before its mail went out is mailed to nobody', async () => {
  const { mail } = post.over();
  const { shareId, linkId } = await published();
  const ctx = visitor({ mail });
  const config = { ...ctx.config, ABUSE_MAIL: 'late@example.org' };
  await reportLink({ ...ctx, config }, { ...report, linkId });
  await dismissReports(admin, { id: shareId });
  await sendNotices({ ...admin, ...post.over(), now: new Date() });
  expect(post.sink.for('late@example.org')).toEqual([]);
});
