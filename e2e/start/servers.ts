import { afterEach } from 'vitest';
import { call } from '@/lib/client/call/call';
import { auth } from '@/lib/contract/auth';
import { headerNames } from '@/lib/contract/http/names';
import { share } from '@/lib/contract/share/share';
import { admin, TestServer } from '@/testing/server/test-server';

const made: TestServer[] = [];

/** A server of this test, removed with all it has stored when the test is over. */
export async function newServer(options: Parameters<typeof TestServer.make>[0] = {}): Promise<TestServer> {
  const server = await TestServer.make(options);
  made.push(server);
  return server;
}

afterEach(async () => {
  await Promise.all(made.splice(0).map((server) => server.remove()));
});

/** Signs the first admin in and answers with what the calls below need. */
export async function signIn(server: TestServer, password = admin.password): Promise<Caller> {
  const body = { account: admin.login, password };
  const { token } = await call(auth.login, { body }, { base: server.url });
  return { base: server.url, headers: { [headerNames.auth]: token ?? '' } };
}

export type Caller = { base: string; headers: Record<string, string> };

const hour = 3_600_000;

/** @returns the share's id, which from now on must not get lost */
export async function createShare(caller: Caller, name: string): Promise<string> {
  const { id } = await call(share.create, { body: { name, validity: hour, maxViews: 1 } }, caller);
  return id;
}

export async function nameOf(caller: Caller, id: string): Promise<string | null> {
  return (await call(share.get, { params: { id } }, caller)).name;
}
