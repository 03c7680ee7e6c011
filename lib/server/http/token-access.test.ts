import { expect, test } from 'vitest';
import { headerNames } from '@/lib/contract/http/names';
import { type Scope, scopes } from '@/lib/contract/http/scope';
import { createToken, listTokens } from '@/lib/features/token/tokens';
import { innerHeaders } from '@/lib/server/http/inner-headers';
import { inNewSession, userContext } from '@/testing/service/context';
import { contextFor, runAsUser } from './context';

async function tokenOf(granted: Scope[], networks: string[] = [], admin = false) {
  const ctx = await userContext({ admin, now: new Date(Date.now() - 1000) });
  const { token } = await createToken(await inNewSession(ctx), {
    name: 'x',
    scopes: granted,
    validity: 60_000,
    networks,
  });
  const request = (address = '192.0.2.1') => ({
    method: 'GET',
    body: null,
    headers: new Headers({ [headerNames.auth]: token, [innerHeaders.address]: address }),
  });
  return { ctx, request };
}

test.each(scopes)('with the scope %s, that opens and nothing else does', async (scope) => {
  const { request } = await tokenOf([scope], [], true);
  for (const wanted of scopes) {
    const tried = contextFor(request(), 'user', wanted);
    if (wanted === scope) expect((await tried).viewer.grant?.scopes).toEqual([scope]);
    else {
      await expect(tried).rejects.toMatchObject({ code: 'token.scopeMissing', values: { scope: wanted } });
    }
    const known = runAsUser(request(), wanted, async () => 'in').catch(({ code }) => code);
    expect(await known).toBe(wanted === scope ? 'in' : 'token.scopeMissing');
  }
});

test('a call without a scope is closed to every access token', async () => {
  const { request } = await tokenOf([...scopes], [], true);
  for (const access of ['user', 'admin'] as const) {
    await expect(contextFor(request(), access)).rejects.toMatchObject({ code: 'token.notAllowed' });
  }
  await expect(runAsUser(request(), null, async () => 'in')).rejects.toMatchObject({
    code: 'token.notAllowed',
  });
});

test('a scope gives no rights that the account doesn’t have', async () => {
  const { ctx, request } = await tokenOf(['admin'], [], true);
  await ctx.db.account.update({ where: { id: ctx.viewer.id }, data: { admin: false } });
  await expect(contextFor(request(), 'admin', 'admin')).rejects.toMatchObject({ code: 'auth.forbidden' });
});

test('it counts only from its networks, however often it was seen there', async () => {
  const { request } = await tokenOf(['read'], ['10.1.0.0/16', '2001:db8::/32']);
  for (const address of ['10.1.2.3', '2001:db8::7', '::ffff:10.1.2.3']) {
    await contextFor(request(address), 'user', 'read');
  }
  for (const address of ['10.2.2.3', '2001:db9::7', 'nowhere', '']) {
    const code = 'token.elsewhere';
    await expect(contextFor(request(address), 'user', 'read')).rejects.toMatchObject({ code });
    await expect(runAsUser(request(address), 'read', async () => 'in')).rejects.toMatchObject({ code });
  }
});

test('when and from where it was used last is known, and a refused use is none', async () => {
  const { ctx, request } = await tokenOf(['read']);
  const [before] = (await listTokens({ ...ctx, now: new Date() })).items;
  expect(before).toMatchObject({ lastUsed: null, address: null });
  await expect(contextFor(request('192.0.2.9'), 'user', 'manage')).rejects.toThrow();
  await contextFor(request('192.0.2.7'), 'user', 'read');
  const [after] = (await listTokens({ ...ctx, now: new Date() })).items;
  expect(after).toMatchObject({ address: '192.0.2.7' });
  expect(after?.lastUsed).toBeGreaterThan(after?.created ?? 0);
});
