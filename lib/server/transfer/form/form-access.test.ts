import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { cookieNames, headerNames } from '@/lib/contract/http/names';
import { draftShare, ownAlias, userContext } from '@/testing/service/context';
import { filePart, formClient, formOf, formType, metaPart, type RawPart } from '@/testing/service/form';
import { type FormCase, formCase, untouched } from '@/testing/service/form-case';
import { open, type Reply, signedIn, someBytes, startTransfer } from '@/testing/service/transfer';

type Limits = {
  MAX_SIZE?: number;
  REQUIRE_SHARE_PASSWORD?: boolean;
  RATE_LIMITS?: boolean;
  MAX_ALIAS_BYTES?: number;
  MAX_ALIAS_FILES?: number;
};
const limits = vi.hoisted(() => ({}) as Limits);

vi.mock('@/lib/server/config', async (original) => {
  const module = await original<typeof import('@/lib/server/config')>();
  return { ...module, config: () => ({ ...module.config(), ...limits }) };
});

let port: number;
beforeAll(async () => {
  port = (await startTransfer()).port;
});
afterEach(() => {
  for (const name of Object.keys(limits) as (keyof Limits)[]) delete limits[name];
});
const setUp = () => formCase(port);

const both = (
  of: FormCase,
  auth: Record<string, string>,
  access: 'sec' | 'alias' = 'sec',
  shareId = of.share.id,
) => {
  const client = formClient(port, auth, access);
  const parts: RawPart[] = [filePart('a', 'a')];
  return Promise.all([client.make(...parts), client.add(shareId, ...parts)]);
};
const said = (replies: Reply[]) => replies.map((reply) => [reply.status, reply.json().code]);

test('nobody signed out sends forms, whatever token they show', async () => {
  const of = await setUp();
  for (const auth of [{}, { [headerNames.auth]: 'forged' }, { [headerNames.alias]: 'some' }]) {
    const refused = [401, 'auth.required'];
    expect(said(await both(of, auth as Record<string, string>))).toEqual([refused, refused]);
  }
  expect(await of.left()).toEqual(untouched);
});

test('a stranger and an admin have no way into somebody’s share; a member of its alias has', async () => {
  const of = await setUp();
  const [stranger, admin, member] = [
    await userContext(),
    await userContext({ admin: true }),
    await userContext(),
  ];
  const alias = await ownAlias(of.ctx, { members: [member.viewer.id] });
  await of.ctx.db.share.update({
    where: { id: of.share.id },
    data: { aliasId: alias.id, delivery: { create: {} } },
  });
  for (const other of [stranger, admin]) {
    const [, add] = await both(of, await signedIn(other));
    const [, unknown] = await both(of, await signedIn(other), 'sec', 'nobodys');
    expect([add?.status, String(add?.body)]).toEqual([404, String(unknown?.body)]);
  }
  const [, add] = await both(of, await signedIn(member));
  expect(add?.json()).toMatchObject({ success: true });
  expect((await of.left()).files).toBe(1);
});

test('an alias opens forms into its own shares alone; missing, unknown and switched off are 403', async () => {
  const of = await setUp();
  const [alias, sibling, off] = [
    await ownAlias(of.ctx),
    await ownAlias(of.ctx),
    await ownAlias(of.ctx, { enabled: false }),
  ];
  const { id: shareId } = await draftShare(of.ctx);
  await of.ctx.db.share.update({
    where: { id: shareId },
    data: { aliasId: alias.id, delivery: { create: {} } },
  });
  const holder = (id: string) => ({ [headerNames.alias]: id });
  const refused = [403, 'alias.notUsable'];
  for (const auth of [{}, of.auth, holder('nobodys'), holder(off.id)]) {
    expect(said(await both(of, auth as Record<string, string>, 'alias', shareId))).toEqual([
      refused,
      refused,
    ]);
  }
  const [, foreign] = await both(of, holder(sibling.id), 'alias', shareId);
  const [, withoutAlias] = await both(of, holder(alias.id), 'alias');
  expect(said([foreign, withoutAlias] as Reply[])).toEqual([
    [404, 'share.notFound'],
    [404, 'share.notFound'],
  ]);
  const replies = await both(of, holder(alias.id), 'alias', shareId);
  expect(replies.map((reply) => reply.json().success)).toEqual([true, true]);
});

test('what a cookie carries must come from our own pages or from no browser', async () => {
  const { auth } = await setUp();
  const client = formClient(port, { cookie: `${cookieNames.auth}=${auth[headerNames.auth]}` });
  const form = formOf(filePart('a', 'a'));
  const statuses = [];
  for (const headers of [
    {},
    { origin: 'http://localhost:3000' },
    { origin: 'https://evil.example' },
    { 'sec-fetch-site': 'cross-site' },
  ])
    statuses.push((await client.post(client.base, form, headers)).status);
  expect(statuses).toEqual([200, 200, 403, 403]);
});

test('where every share needs a password a form needs one too, except through an alias', async () => {
  const { ctx, client, left } = await setUp();
  limits.REQUIRE_SHARE_PASSWORD = true;
  const file = filePart('a', 'a');
  for (const parts of [[file], [file, metaPart({ name: 'x' })], [metaPart({ name: 'x' }), file]]) {
    const reply = await client.make(...parts);
    expect(reply.json()).toMatchObject({ success: false, code: 'share.passwordNeeded', id: '' });
  }
  expect(await left()).toEqual(untouched);
  expect((await client.make(file, metaPart({ password: 'sesame' }))).json()).toMatchObject({ success: true });
  const alias = await ownAlias(ctx);
  const through = formClient(port, { [headerNames.alias]: alias.id }, 'alias');
  expect((await through.make(file)).json()).toMatchObject({ success: true });
});

test('a validity beyond the installation’s is refused before and after the files', async () => {
  const { ctx, client, left } = await setUp();
  const meta = metaPart({ validity: ctx.config.MAX_VALIDITY + 1000, maxViews: 1 });
  for (const parts of [
    [meta, filePart('a', 'a')],
    [filePart('a', 'a'), meta],
  ]) {
    expect((await client.make(...parts)).json()).toMatchObject({ code: 'share.validityTooLong' });
  }
  expect(await left()).toEqual(untouched);
});

/** Sends all but the end of a form, lets something happen, then sends the end. */
async function meanwhile(
  path: string,
  auth: Record<string, string>,
  happens: () => Promise<unknown>,
): Promise<Reply> {
  const form = formOf(filePart('a', someBytes(1_000)));
  const { request, reply } = open(port, 'POST', path, {
    ...auth,
    ...formType,
    'content-length': form.length,
  });
  request.write(form.subarray(0, 600));
  await new Promise((resolve) => setImmediate(resolve));
  await happens();
  request.end(form.subarray(600));
  return reply;
}

test('deliveries by form count like deliveries by upload', async () => {
  const { ctx } = await setUp();
  Object.assign(limits, { RATE_LIMITS: true, MAX_ALIAS_BYTES: 10 * 65_536, MAX_ALIAS_FILES: 3 });
  const alias = await ownAlias(ctx);
  const through = formClient(port, { [headerNames.alias]: alias.id }, 'alias');
  const file = (sizeBytes: number) => filePart('a', someBytes(sizeBytes));
  const refused = [429, 'limit.alias'];
  const inAlias = () => ctx.db.file.count({ where: { share: { aliasId: alias.id } } });

  expect(said([await through.make(file(1), file(1), file(1), file(1))])).toEqual([refused]);
  expect(said([await through.make(file(11 * 65_536))])).toEqual([refused]);
  expect(await inAlias()).toBe(0);

  const made = await through.make(file(65_536), file(65_536));
  expect(said([made])).toEqual([[200, null]]);
  const { id = '' } = made.json() as { id?: string };
  expect(said([await through.add(id, file(1), file(1))])).toEqual([refused]);
  expect(said([await through.add(id, file(65_536))])).toEqual([[200, null]]);
  expect(said([await through.make(file(7 * 65_536))])).toEqual([[200, null]]);
  expect(said([await through.make(file(1))])).toEqual([refused]);
  expect(await inAlias()).toBe(4);
});

test('switching off the alias or the account, or deleting the share, counts for forms under way', async () => {
  const { ctx, share, auth, client, into, left } = await setUp();
  const alias = await ownAlias(ctx);
  const { status } = await meanwhile('/api/v2/alias/upload', { [headerNames.alias]: alias.id }, () =>
    ctx.db.alias.update({ where: { id: alias.id }, data: { enabled: false } }),
  );
  expect(status).toBe(403);
  const gone = await meanwhile(into, auth, () => ctx.db.share.delete({ where: { id: share.id } }));
  expect([gone.status, gone.json().code]).toEqual([404, 'share.notFound']);
  const out = await meanwhile(client.base, auth, () =>
    ctx.db.account.update({ where: { id: ctx.viewer.id }, data: { state: 'Disabled' } }),
  );
  expect([out.status, out.json().code]).toEqual([401, 'auth.required']);
  expect(await left()).toEqual({ shares: 0, files: 0 });
});
