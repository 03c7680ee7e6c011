import { inspect } from 'node:util';
import { expect, test } from 'vitest';
import type { Context, UserContext } from '@/lib/server/context';
import { modifyAlias } from '@/lib/server/services/alias/save';
import { sendNotices } from '@/lib/server/services/notice/send-notices';
import { allowAlias, blockAlias } from '@/lib/server/services/oversight/block-alias';
import { dismissReports, forgetReporters, listReports } from '@/lib/server/services/oversight/reports';
import { userContext } from '@/testing/service/context';
import { limitedContext } from '@/testing/service/limited';
import { mailServer } from '@/testing/service/mail';
import { askPeople, newRound, tokenOf } from '@/testing/service/requests';
import { reportRequest } from './entry';
import { withdrawRequest } from './people';
import { lookAtRequest } from './person';

const post = mailServer();
const admin = await userContext({ admin: true });
const given = { reason: 'personal', text: 'They want my PIN.', address: 'eve@example.org' } as const;

function visitor(over: Partial<Context> = {}): Context {
  const ctx = { ...limitedContext(), ...over };
  return { ...ctx, config: { ...ctx.config, RATE_LIMITS: true, ABUSE_MAIL: 'abuse@example.org' } };
}

async function asked(options: { proof?: boolean } = {}) {
  const owner: UserContext = { ...(await userContext()), ...post.over() };
  const round = await newRound(owner, options);
  const [request = ''] = await askPeople(owner, round, [{ name: 'Ada', address: 'ada@example.org' }]);
  const { aliasId } = round;
  const token = await tokenOf(owner, { aliasId, request });
  const { adminKey } = await owner.db.alias.findUniqueOrThrow({ where: { id: aliasId } });
  const count = () => owner.db.report.count({ where: { aliasId } });
  return { owner, aliasId, request, token, adminKey, count };
}

const caseOf = async (adminKey: string) =>
  (await listReports(admin, { q: '', page: 1, pageSize: 100 })).items.find(
    ({ alias }) => alias?.id === adminKey,
  );

test('who holds a request’s link reports its inbox; admins read what for, and nothing of person or link', async () => {
  const { owner, aliasId, token, adminKey, request } = await asked();
  await reportRequest(visitor(), { ...given, token });
  const found = await caseOf(adminKey);
  expect(found).toMatchObject({
    share: null,
    count: 1,
    alias: { id: adminKey, owner: { login: owner.viewer.login } },
    reports: [{ ...given, about: 'Papers' }],
  });
  const audited = await owner.db.auditEvent.findMany({ where: { event: 'alias.report' } });
  const told = inspect([found, audited], { depth: 9 });
  for (const secret of [token, aliasId, request, 'ada@example.org']) expect(told).not.toContain(secret);
});

test('a request whose address is to be proven is reported without a proof, and its title stays hidden', async () => {
  const { token, adminKey } = await asked({ proof: true });
  await reportRequest(visitor(), { ...given, token });
  expect((await caseOf(adminKey))?.reports).toMatchObject([{ about: '', reason: 'personal' }]);
});

test('withdrawn and guessed links get the same answer, and nothing is kept', async () => {
  const { owner, aliasId, request, token, count } = await asked();
  await withdrawRequest(owner, { aliasId, request, files: false });
  for (const dead of [token, 'f'.repeat(40)])
    expect(await reportRequest(visitor(), { ...given, token: dead })).toBeUndefined();
  expect(await count()).toBe(0);
});

test('taking the inbox down closes the case and ends its requests; one that is allowed again opens another', async () => {
  const { token, adminKey, count } = await asked();
  await reportRequest(visitor(), { ...given, token });
  await blockAlias(admin, { adminKey, reason: 'Phishing' });
  expect(await caseOf(adminKey)).toBeUndefined();
  await expect(lookAtRequest(visitor(), { token })).rejects.toMatchObject({ code: 'asked.over' });
  await reportRequest(visitor(), { ...given, token });
  expect(await count()).toBe(1);
  await allowAlias(admin, { adminKey });
  await reportRequest(visitor(), { ...given, token });
  expect(await caseOf(adminKey)).toMatchObject({ count: 1 });
  await dismissReports(admin, { id: adminKey });
  expect(await caseOf(adminKey)).toBeUndefined();
  await expect(dismissReports(admin, { id: adminKey })).rejects.toMatchObject({ code: 'share.notFound' });
});

test('an inbox keeps 20 of 30 concurrent reports, by whichever of its links, and a client may send five an hour', async () => {
  const { token, count } = await asked();
  await Promise.all(Array.from({ length: 30 }, () => reportRequest(visitor(), { ...given, token })));
  expect(await count()).toBe(20);
  const near = (nth: number) => visitor({ client: { address: `2001:db8:99:1::${nth}`, userAgent: null } });
  const tries = Array.from({ length: 8 }, (_, nth) => reportRequest(near(nth), { ...given, token }));
  const refused = (await Promise.allSettled(tries)).filter(({ status }) => status === 'rejected');
  expect(refused).toHaveLength(3);
});

test('the first report of a case is mailed with the inbox and what it asks for', async () => {
  const { mail } = post.over();
  const { owner, token, aliasId } = await asked();
  const { name } = await owner.db.alias.findUniqueOrThrow({ where: { id: aliasId } });
  const sent = () => post.sink.for('abuse@example.org').map(({ email }) => email);
  const before = sent().length;
  await reportRequest(visitor({ mail }), { ...given, token });
  await reportRequest(visitor({ mail }), { ...given, token });
  await sendNotices({ ...admin, ...post.over(), now: new Date() });
  const [first, ...more] = sent().slice(before);
  expect([first?.subject, more]).toEqual([`Report: “${name}”`, []]);
  for (const part of ['Papers', 'They want my PIN.']) expect(first?.text).toContain(part);
});

test('a case follows an inbox that gets another address, and goes with it', async () => {
  const { owner, token, adminKey, aliasId, count } = await asked();
  await reportRequest(visitor(), { ...given, token });
  const { name, validityMs } = await owner.db.alias.findUniqueOrThrow({ where: { id: aliasId } });
  const change = { name, validity: Number(validityMs), enabled: true, members: [] };
  const id = `moved-${aliasId}`.slice(0, 40);
  await modifyAlias(owner, { aliasId, ...change, id });
  expect(await caseOf(adminKey)).toMatchObject({ count: 1 });
  await owner.db.alias.delete({ where: { id } });
  expect([await count(), await caseOf(adminKey)]).toEqual([0, undefined]);
});

test('who reported a request is forgotten after 30 days', async () => {
  const { owner, token, adminKey } = await asked();
  await reportRequest(visitor({ now: owner.now }), { ...given, token });
  await forgetReporters({ ...owner, now: new Date(owner.now.getTime() + 31 * 24 * 3_600_000) });
  expect((await caseOf(adminKey))?.reports).toMatchObject([{ text: given.text, address: null }]);
});

test('without ABUSE_MAIL requests can’t be reported', async () => {
  const { token } = await asked();
  const ctx = visitor();
  const { ABUSE_MAIL: _, ...config } = ctx.config;
  await expect(reportRequest({ ...ctx, config }, { ...given, token })).rejects.toMatchObject({
    code: 'request.notFound',
  });
});
