import { expect, test } from 'vitest';
import { bytePaths, fillPath } from '@/lib/contract/byte-calls/bytes';
import { share } from '@/lib/contract/share';
import { type Api, api, newAccount, onDatabase, type TestAccount } from '../account';
import { raw } from '../raw';
import { get, published, shareWithFiles } from '../shared-zip';

const cookiesOf = ({ headers }: { headers: Headers }) =>
  headers
    .getSetCookie()
    .map((cookie) => cookie.split(';', 1)[0])
    .join('; ');

async function memberOf({ id, account }: { id: string; account: TestAccount }): Promise<Api> {
  const member = await newAccount();
  await onDatabase(async (client) => {
    const alias = `alias-${id}`;
    await client.query('INSERT INTO "Alias" (id, "ownerId", name, "validityMs") VALUES ($1, $2, $3, 1000)', [
      alias,
      account.id,
      'Inbox',
    ]);
    await client.query('INSERT INTO "AliasMember" ("aliasId", "accountId") VALUES ($1, $2)', [
      alias,
      member.id,
    ]);
    await client.query('UPDATE "Share" SET "aliasId" = $1 WHERE id = $2', [alias, id]);
  });
  return api(member);
}

test('who may: the owner and members of the alias it came through; no stranger, no admin, nobody signed out', async () => {
  const made = await shareWithFiles();
  const stranger = await api(await newAccount());
  const admin = await api(await newAccount({ admin: true }));
  const member = await memberOf(made);
  for (const method of ['GET', 'HEAD']) {
    const status = async ({ headers }: { headers: Record<string, string> }) =>
      (await get(made.own, headers, method)).status;
    expect(await status({ headers: {} })).toBe(401);
    expect(await status(stranger)).toBe(404);
    expect(await status(admin)).toBe(404);
    expect(await status(member)).toBe(200);
    expect(await status(made.owner)).toBe(200);
  }
  expect(await raw('GET', made.own)).toMatchObject({ json: { success: false, code: 'auth.required' } });
  expect(await raw('GET', made.own, { headers: stranger.headers })).toMatchObject({
    json: { success: false, code: 'share.notFound' },
  });
});

test('the public archive asks for the password: none, wrong, right, proven by cookie', async () => {
  const { open, visit } = await published({ password: 'open ä sesame' });
  const password = { 'Sharry-Password': encodeURIComponent('open ä sesame') };
  expect(await raw('GET', open)).toMatchObject({ status: 401, json: { code: 'open.passwordRequired' } });
  expect((await get(open, {}, 'HEAD')).status).toBe(401);
  expect(await raw('GET', open, { headers: { 'Sharry-Password': 'x' } })).toMatchObject({
    status: 403,
    json: { code: 'open.passwordWrong' },
  });
  expect((await get(open, password)).status).toBe(200);
  const cookie = cookiesOf(await visit(password));
  expect((await get(open, { cookie })).status).toBe(200);
  const proof = cookie.split('; ').find((part) => part.startsWith('sharry-password=')) ?? '';
  expect((await get(open, { cookie: proof })).status).toBe(200);
  expect((await get(open, { cookie: proof.slice(0, -3) })).status).toBe(401);
});

test('on the last view the archive belongs to the visit and to nobody else, and costs no view', async () => {
  const { open, visit, owner, id } = await published({ maxViews: 1 });
  const cookie = cookiesOf(await visit());
  expect((await visit()).status).toBe(404);
  expect((await get(open, { cookie })).status).toBe(200);
  expect((await get(open, { cookie })).status).toBe(200);
  expect(await raw('GET', open)).toMatchObject({ status: 404, json: { code: 'open.notFound' } });
  expect((await owner.call(share.get, { params: { id } })).publishInfo?.views).toBe(1);
});

test('a withdrawn link gives out no archive, not even to a visit', async () => {
  const { open, visit, owner, id } = await published();
  const cookie = cookiesOf(await visit());
  await owner.call(share.unpublish, { params: { id } });
  expect((await get(open, { cookie })).status).toBe(404);
});

test('the private id opens no public archive and the other way round', async () => {
  const { owner, id, linkId } = await published();
  expect((await get(fillPath(bytePaths.openZip, { id }))).status).toBe(404);
  expect((await get(fillPath(bytePaths.ownZip, { id: linkId }), owner.headers)).status).toBe(404);
});
