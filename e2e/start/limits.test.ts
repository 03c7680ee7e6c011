import { randomBytes } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { onDatabase } from '@/testing/people/account';
import { inOneWindow } from '@/testing/server/in-one-window';
import { admin, type TestServer } from '@/testing/server/test-server';
import { twoNodes } from './two-nodes';

let nodes: [TestServer, TestServer];

/** Limits are on as in production, behind a proxy on the same machine. */
beforeAll(async () => {
  const two = await twoNodes({ RATE_LIMITS: 'on', TRUSTED_PROXIES: '127.0.0.1,::1' });
  nodes = two.nodes;
  return two.remove;
});

/** An unused address of the documentation range (RFC 3849). */
const newAddress = () => `2001:db8:${randomBytes(2).toString('hex')}:${randomBytes(2).toString('hex')}::1`;

const post = (node: TestServer, path: string, forwardedFor: string, body: BodyInit, cookie = '') =>
  fetch(`${node.url}${path}`, {
    method: 'POST',
    headers: { 'x-forwarded-for': forwardedFor, ...(cookie && { cookie }) },
    body,
  });

const signIn = (node: TestServer, from: string, password: string, account = admin.login) =>
  post(node, '/api/v2/open/auth/login', from, JSON.stringify({ account, password }));

async function outcomes(answers: Promise<Response>[]): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const answer of await Promise.all(answers)) {
    const { code, success } = (await answer.json()) as { code: string | null; success: boolean };
    const name = success ? 'ok' : String(code);
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}

const spread = <T>(count: number, work: (node: TestServer, n: number) => T): T[] =>
  Array.from({ length: count }, (_, n) => work(nodes[n % 2 === 0 ? 0 : 1], n));

test('a hundred wrong passwords at once on two nodes are counted as a hundred', async () => {
  const all = await inOneWindow(async () => {
    const from = newAddress();
    const fifty = () => outcomes(spread(50, (node, n) => signIn(node, from, `wrong ${n}`)));
    // In two goes, so that none of them meets the rate of requests instead.
    return [await fifty(), await fifty()];
  });
  expect(all).toEqual([{ 'auth.loginFailed': 10, 'limit.attempts': 40 }, { 'limit.attempts': 50 }]);
  const counts = await onDatabase(
    (client) => client.query('SELECT max("count") AS most FROM "RateLimit" WHERE "key" LIKE $1', ['login:%']),
    nodes[0].databaseUrl,
  );
  expect(Number(counts.rows[0].most)).toBe(100);
});

test('guesses of links that were brought along count on both nodes, and the right one is refused with them', async () => {
  const row = `INSERT INTO "Imported" ("product", "kind", "oldId", "newId", "linkId") VALUES ('pingvin', 'share', $1, $1, $1)`;
  await onDatabase((client) => client.query(row, ['brought-along']), nodes[0].databaseUrl);
  const statuses = await inOneWindow(async () => {
    const headers = { 'x-forwarded-for': newAddress() };
    const ask = (node: TestServer, id: string) =>
      fetch(`${node.url}/s/${id}`, { headers, redirect: 'manual' });
    const guesses = await Promise.all(spread(70, async (node, n) => (await ask(node, `guess-${n}`)).status));
    // Each node learns by a guess of its own that there were too many.
    const more = await Promise.all(nodes.map(async (node) => (await ask(node, 'one-more')).status));
    const right = await Promise.all(nodes.map(async (node) => (await ask(node, 'brought-along')).status));
    return [...guesses, ...more, ...right];
  });
  const counts = [302, 404, 429].map((status) => statuses.filter((each) => each === status).length);
  expect(counts).toEqual([0, 60, 14]);
});

test('too many tries are refused in words, with the time to wait, and the right password with them', async () => {
  const answer = await inOneWindow(async () => {
    const from = newAddress();
    await outcomes(spread(20, (node, n) => signIn(node, from, `wrong ${n}`)));
    return signIn(nodes[0], from, admin.password);
  });
  expect(answer.status).toBe(429);
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(await answer.json()).toMatchObject({
    success: false,
    code: 'limit.attempts',
    message: expect.stringMatching(/Too many attempts.*(minute|second)/),
  });
  expect((await signIn(nodes[1], newAddress(), admin.password)).status).toBe(200);
});

test('the door of the login page counts with the same counters', async () => {
  const csrf = await fetch(`${nodes[0].url}/api/auth/csrf`);
  const cookie = csrf.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
  const { csrfToken } = (await csrf.json()) as { csrfToken: string };
  const form = new URLSearchParams({
    csrfToken,
    account: admin.login,
    password: admin.password,
    json: 'true',
  });
  const answer = await inOneWindow(async () => {
    const from = newAddress();
    await outcomes(spread(20, (node, n) => signIn(node, from, `wrong ${n}`)));
    return post(nodes[0], '/api/auth/callback/password', from, form, cookie);
  });
  expect(answer.status).toBe(429);
  expect(answer.headers.get('set-cookie') ?? '').not.toContain('sharry_auth=');
  expect(await answer.json()).toMatchObject({ success: false, code: 'limit.attempts' });
});

test('a client that forges its address is counted as the same client', async () => {
  const twenty = () => {
    const from = newAddress();
    return outcomes(spread(20, (node, n) => signIn(node, `198.51.100.${n}, ${from}`, `wrong ${n}`)));
  };
  expect(await inOneWindow(twenty)).toEqual({ 'auth.loginFailed': 10, 'limit.attempts': 10 });
});

test('with limits on no start warns of them', () => {
  for (const { process } of nodes) expect(process.output).not.toContain('RATE_LIMITS is off');
});

test('every failed try is in the log in the form that fail2ban reads', async () => {
  const from = newAddress();
  await signIn(nodes[0], from, 'wrong', 'x\nAUTH-FAIL ip=198.51.100.2 kind=login');
  const lines = nodes[0].process.output.split('\n').filter((text) => text.includes('198.51.100.2'));
  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatch(
    /^AUTH-FAIL ip=2001:db8:\S+ kind=login reason=unknown_account account="x\\nauth-fail/,
  );
});

test('a busy person is let through, a flood is not, and files are never counted', async () => {
  const from = newAddress();
  const info = (n: number) =>
    fetch(`${nodes[0].url}/api/v2/open/info/version?${n}`, { headers: { 'x-forwarded-for': from } });
  const statuses = (answers: Response[]) => answers.filter(({ status }) => status === 429).length;
  expect(statuses(await Promise.all(Array.from({ length: 40 }, (_, n) => info(n))))).toBe(0);
  expect(statuses(await Promise.all(Array.from({ length: 200 }, (_, n) => info(n))))).toBeGreaterThan(50);

  const { token } = (await (await signIn(nodes[0], newAddress(), admin.password)).json()) as {
    token: string;
  };
  const file = `${nodes[0].url}/api/v2/sec/share/nobody/file/nothing`;
  const asked = Array.from({ length: 400 }, () => fetch(file, { headers: { 'sharry-auth': token } }));
  expect(new Set((await Promise.all(asked)).map(({ status }) => status))).toEqual(new Set([404]));
});
