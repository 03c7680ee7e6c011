import { afterEach } from 'vitest';
import { call } from '@/lib/client/call/call';
import { auth } from '@/lib/contract/auth';
import { headerNames } from '@/lib/contract/http/names';
import { share } from '@/lib/contract/share/share';
import { admin, TestServer } from '@/testing/server/test-server';

const made: TestServer[] = [];

/** Removed with its data after the test. */
export async function newServer(options: Parameters<typeof TestServer.make>[0] = {}): Promise<TestServer> {
  const server = await TestServer.make(options);
  made.push(server);
  return server;
}

afterEach(async () => {
  await Promise.all(made.splice(0).map((server) => server.remove()));
});

export async function signIn(server: TestServer, password = admin.password): Promise<AdminCaller> {
  const body = { account: admin.login, password };
  const { token } = await call(auth.login, { body }, { base: server.url });
  return { base: server.url, headers: { [headerNames.auth]: token ?? '' } };
}

export type AdminCaller = { base: string; headers: Record<string, string> };

const hour = 3_600_000;

/** Returns the share's id, which must not get lost from now on. */
export async function createShare(caller: AdminCaller, name: string): Promise<string> {
  const { id } = await call(share.create, { body: { name, validity: hour, maxViews: 1 } }, caller);
  return id;
}

export async function nameOf(caller: AdminCaller, id: string): Promise<string | null> {
  return (await call(share.get, { params: { id } }, caller)).name;
}
