import { crc32 } from 'node:zlib';
import { beforeAll, expect, test } from 'vitest';
import { AppError } from '@/lib/contract/errors';
import { headerNames } from '@/lib/contract/http/names';
import { createToken } from '@/lib/features/token/tokens';
import { hashPassword } from '@/lib/server/auth/password';
import { sealSessionToken } from '@/lib/server/auth/tokens';
import type { UserContext } from '@/lib/server/context';
import { publishShare } from '@/lib/server/services/share/publish';
import { removeShare } from '@/lib/server/services/share/remove';
import { draftShare, inNewSession, ownAlias, userContext } from '@/testing/service/context';
import { send, startTransfer } from '@/testing/service/transfer';
import { unzipped } from '@/testing/service/zip';
import { collectOwnData } from './collect';
import { exportMs, getOwnData, openOwnData, requestOwnData } from './own-data';

const password = 'a horse in the harbour';
const proof = { password, code: '', files: true };
const path = '/api/v2/sec/settings/data/zip';

let port: number;
beforeAll(async () => {
  port = (await startTransfer()).port;
});

const person = async () =>
  inNewSession(await userContext({ now: new Date(), passwordHash: await hashPassword(password) }));
const after = (ctx: UserContext, ms: number) => ({ ...ctx, now: new Date(ctx.now.getTime() + ms) });
const outcome = (promise: Promise<unknown>) =>
  promise.then(
    () => 'ok',
    (error: unknown) => (error instanceof AppError ? error.code : String(error)),
  );
const fetchZip = async (ctx: UserContext, headers = {}) =>
  send(port, 'GET', path, { headers: { ...(await tokenOf(ctx)), ...headers } });
const tokenOf = async ({ viewer: { sessionId } }: UserContext) => ({
  [headerNames.auth]: (await sealSessionToken({ sessionId, isKept: true }, new Date())).token,
});

type StoredText = { shareId: string; path: string; name: string; text: string };

async function storeWholeFile({ db, storage, newId }: UserContext, { text, ...place }: StoredText) {
  const [id, bytes] = [newId(), Buffer.from(text)];
  await storage.storeWhole(id, [bytes]);
  const sum = crc32(bytes).toString(16).padStart(8, '0');
  const whole = {
    sizeBytes: bytes.length,
    storedBytes: bytes.length,
    state: 'complete',
    crc32: sum,
  } as const;
  await db.file.create({ data: { id, mimeType: 'text/plain', ...place, ...whole } });
}

/** With a share, a delivery of a stranger, a token and somebody else's things. */
async function household() {
  const [ada, bob] = await Promise.all([person(), person()]);
  const plans = await draftShare(ada, { name: 'Plans / secret' });
  const alias = await ownAlias(ada, { name: 'Inbox', members: [bob.viewer.id] });
  const delivery = await draftShare(ada, { name: null });
  await ada.db.share.update({
    where: { id: delivery.id },
    data: { aliasId: alias.id, passwordHash: 'pw-hash' },
  });
  await ada.db.delivery.create({
    data: {
      shareId: delivery.id,
      number: 1,
      email: 'eve@example.org',
      receiptHash: `receipt-${delivery.id}`,
    },
  });
  const { id: linkId } = await publishShare(ada, { shareId: plans.id, reuseId: true });
  const theirs = await draftShare(bob, { name: 'Of Bob' });
  await storeWholeFile(ada, { shareId: plans.id, path: 'a/b', name: 'plan.txt', text: 'the plan' });
  await storeWholeFile(ada, { shareId: delivery.id, path: '', name: 'cv.txt', text: 'a cv' });
  await storeWholeFile(bob, { shareId: theirs.id, path: '', name: 'bob.txt', text: 'of bob' });
  const grant = { name: 'script', scopes: ['read' as const], validity: 60_000, networks: [] };
  await bob.db.session.updateMany({
    where: { accountId: bob.viewer.id },
    data: { userAgent: 'used by Bob' },
  });
  const { token } = await createToken(ada, grant);
  return { ada, bob, plans, delivery, linkId, token };
}

test.each([
  ['a long title', 'Minutes '.repeat(60)],
  ['a long title of signs that take two units', '𝓐'.repeat(200)],
])('the folder of a share with %s has less than 60 letters, and its id', async (_, name) => {
  const { ada, plans } = await household();
  await ada.db.share.update({ where: { id: plans.id }, data: { name } });
  await requestOwnData(ada, proof);
  await collectOwnData(ada);
  await openOwnData(ada, proof);
  const files = Object.keys(unzipped((await fetchZip(ada)).body)).filter((file) => file.endsWith('plan.txt'));
  expect(files).toHaveLength(1);
  const folder = files[0]?.split('/')[1] ?? '';
  expect(folder.length).toBeLessThan(60);
  expect(folder.endsWith(`(${plans.id.slice(0, 6)})`)).toBe(true);
});

test('the archive has all that is stored about a person, files included, and nothing of others and no secret', async () => {
  const { ada, bob, plans, delivery, token, linkId } = await household();
  await requestOwnData(ada, proof);
  expect((await getOwnData(ada)).state).toBe('collecting');
  expect((await fetchZip(ada)).status).toBe(404);
  await collectOwnData(ada);
  await openOwnData(ada, proof);
  expect(await getOwnData(ada)).toMatchObject({ state: 'ready', until: ada.now.getTime() + exportMs });
  const { status, headers, body } = await fetchZip(ada);
  expect([status, headers['content-type']]).toEqual([200, 'application/zip']);
  const found = unzipped(body);
  const day = plans.createdAt.toISOString().slice(0, 10);
  expect(Object.keys(found).sort()).toEqual(
    [
      'account-activity.json',
      'account.json',
      'aliases.json',
      `files/${day} (${delivery.id.slice(0, 6)})/cv.txt`,
      `files/${day} Plans _ secret (${plans.id.slice(0, 6)})/a/b/plan.txt`,
      'files.json',
      'request-slots.json',
      'requests.json',
      'sealed-words.json',
      'sessions.json',
      'share-activity.json',
      'shares.json',
      'tokens.json',
    ].sort(),
  );
  const read = (name: string) => JSON.parse(found[name] ?? '');
  expect(read('account.json')).toMatchObject({ login: ada.viewer.login, source: 'intern' });
  expect(read('aliases.json')).toMatchObject([
    { name: 'Inbox', members: [{ account: { login: bob.viewer.login } }] },
  ]);
  expect(
    read('shares.json')
      .map(({ id }: { id: string }) => id)
      .sort(),
  ).toEqual([plans.id, delivery.id].sort());
  expect(read('shares.json')).toContainEqual(
    expect.objectContaining({ delivery: expect.objectContaining({ email: 'eve@example.org' }) }),
  );
  expect(read('tokens.json')).toMatchObject([{ name: 'script', scopes: ['read'] }]);
  expect(read('sessions.json').length).toBeGreaterThan(0);
  expect(read('share-activity.json')).toContainEqual(
    expect.objectContaining({ share: plans.id, kind: 'published' }),
  );
  expect(read('account-activity.json')).toContainEqual(
    expect.objectContaining({ event: 'account.export', outcome: 'ok' }),
  );
  expect(found[`files/${day} Plans _ secret (${plans.id.slice(0, 6)})/a/b/plan.txt`]).toBe('the plan');
  const { passwordHash } = await ada.db.account.findUniqueOrThrow({ where: { id: ada.viewer.id } });
  const { secretHash } = await ada.db.session.findFirstOrThrow({
    where: { accountId: ada.viewer.id, secretHash: { not: null } },
  });
  const secrets = [
    passwordHash,
    secretHash,
    token,
    bob.viewer.id,
    'pw-hash',
    'receipt-',
    linkId,
    'of bob',
    'Of Bob',
    'used by Bob',
  ];
  for (const secret of secrets) expect(body.includes(secret ?? 'missing')).toBe(false);

  const rest = await fetchZip(ada, { range: 'bytes=100-', 'if-range': headers.etag });
  expect([rest.status, rest.body.equals(body.subarray(100))]).toEqual([206, true]);
});

test('files that are gone, or another’s now, are listed in the archive, which stays one', async () => {
  const { ada, bob, delivery, plans } = await household();
  await requestOwnData(ada, proof);
  await collectOwnData(ada);
  await openOwnData(ada, proof);
  const before = await fetchZip(ada);
  const day = plans.createdAt.toISOString().slice(0, 10);
  const lost = `files/${day} (${delivery.id.slice(0, 6)})/cv.txt\n`;
  await removeShare(ada, { shareId: delivery.id });
  const { body, status } = await fetchZip(ada, { range: 'bytes=100-', 'if-range': before.headers.etag });
  expect(status).toBe(200);
  const found = unzipped(body);
  expect(found['missing.txt']).toBe(lost);
  expect(Object.keys(found).filter((name) => name.startsWith('files/'))).toHaveLength(1);
  await ada.db.share.update({ where: { id: plans.id }, data: { ownerId: bob.viewer.id } });
  const handed = unzipped((await fetchZip(ada)).body)['missing.txt'];
  expect(handed).toBe(`${lost}files/${day} Plans _ secret (${plans.id.slice(0, 6)})/a/b/plan.txt\n`);
});

test('an archive without files is small and limited to one a day, even for two requests at once', async () => {
  const ada = await person();
  const wrong = { ...proof, password: 'not this' };
  expect(await outcome(requestOwnData(ada, wrong))).toBe('settings.passwordWrong');
  const two = [outcome(requestOwnData(ada, proof)), outcome(requestOwnData(ada, { ...proof, files: false }))];
  expect((await Promise.all(two)).sort()).toEqual(['data.oneADay', 'ok']);
  await collectOwnData(ada);
  expect(await outcome(requestOwnData(after(ada, exportMs - 1), proof))).toBe('data.oneADay');
  expect(await outcome(requestOwnData(after(ada, exportMs), { ...proof, files: false }))).toBe('ok');
});

test('each session that fetches it proves its person again, for an hour', async () => {
  const ada = await person();
  expect(await outcome(openOwnData(ada, proof))).toBe('data.over');
  await requestOwnData(ada, { ...proof, files: false });
  await collectOwnData(ada);
  expect((await fetchZip(ada)).json().code).toBe('data.unproven');
  expect(await outcome(openOwnData(ada, { ...proof, password: 'not this' }))).toBe('settings.passwordWrong');
  expect((await fetchZip(ada)).status).toBe(403);
  await openOwnData(ada, proof);
  expect((await fetchZip(ada)).status).toBe(200);
  const thief = await inNewSession(ada);
  expect((await fetchZip(thief)).json().code).toBe('data.unproven');
  await ada.db.dataExport.update({ where: { accountId: ada.viewer.id }, data: { openedUntil: new Date() } });
  expect((await fetchZip(ada)).json().code).toBe('data.unproven');
});

test('it is for the sessions of that account, for a day', async () => {
  const { ada, bob, token } = await household();
  await requestOwnData(ada, proof);
  await collectOwnData(ada);
  await openOwnData(ada, proof);
  expect((await fetchZip(ada)).status).toBe(200);
  expect((await fetchZip(bob)).json().code).toBe('data.over');
  expect((await send(port, 'GET', path, {})).json().code).toBe('auth.required');
  const byToken = await send(port, 'GET', path, { headers: { 'sharry-auth': token } });
  expect(byToken.json().code).toBe('token.notAllowed');
  await ada.db.dataExport.update({ where: { accountId: ada.viewer.id }, data: { endsAt: new Date() } });
  expect((await fetchZip(ada)).json().code).toBe('data.over');
  expect((await getOwnData(after(ada, 600_000))).state).toBe('none');
});

test('a job that is killed and begun anew makes one archive, whose bytes go by themselves', async () => {
  const { ada } = await household();
  await requestOwnData(ada, proof);
  let stored = 0;
  const storage = {
    ...ada.storage,
    storeWhole: (...args: Parameters<typeof ada.storage.storeWhole>) =>
      ++stored > 2 ? Promise.reject(new Error('killed')) : ada.storage.storeWhole(...args),
  };
  await expect(collectOwnData({ ...ada, storage })).rejects.toThrow('killed');
  expect((await getOwnData(ada)).state).toBe('collecting');
  await collectOwnData(ada);
  await openOwnData(ada, proof);
  const found = unzipped((await fetchZip(ada)).body);
  expect(Object.keys(found)).toHaveLength(13);
  const parts = await ada.db.exportFile.findMany({
    where: { accountId: ada.viewer.id, crc32: { not: null } },
  });
  const gone = await ada.db.removal.count({
    where: {
      fileId: { in: parts.map(({ fileId }) => fileId) },
      since: { lte: after(ada, 2 * exportMs).now },
    },
  });
  expect(gone).toBe(11);
});
