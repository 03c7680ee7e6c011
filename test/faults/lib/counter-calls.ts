import { once } from 'node:events';
import http from 'node:http';
import { text } from 'node:stream/consumers';
import { call } from '@/lib/client/call/call';
import { account } from '@/lib/contract/account/account';
import { auth } from '@/lib/contract/auth';
import { bytePaths, fillPath } from '@/lib/contract/byte-calls/bytes';
import { headerNames } from '@/lib/contract/http/names';
import { share } from '@/lib/contract/share/share';
import { shareSetters } from '@/lib/contract/share/share-setters';
import { admin, type TestServer } from '@/testing/server/test-server';
import type { RoomAct, ViewAct } from './counters';
import type { Random } from './random';

/** `patienceMs`: the line is cut after it. */
export type Caller = { url: string; patienceMs: number; random: Random };

/** `ask` rejects where nobody can know whether it happened. */
type Chosen<Act> = { act: Act; ask: () => Promise<string> };
type Counter<Act> = { limit: number; choose: (caller: Caller) => Chosen<Act> };

const headersOf = async (url: string, { login, password } = admin): Promise<Record<string, string>> => {
  const body = { account: login, password };
  const { token } = await call(auth.login, { body }, { base: url });
  return { [headerNames.auth]: token ?? '' };
};

type Asked = { method?: string; headers?: Record<string, string>; body?: string };

/**
 * Asks by a connection of its own, which is cut when the patience ends: `fetch` may wait on after that.
 * @throws for an answer that says no more than "later"
 */
async function ask(url: string, { patienceMs }: Caller, { method, headers, body }: Asked): Promise<Response> {
  const request = http.request(url, { agent: false, ...(method && { method }), ...(headers && { headers }) });
  request.on('error', () => undefined); // also once nobody waits for its answer any more
  const timer = setTimeout(() => request.destroy(new Error('The line was cut.')), patienceMs);
  try {
    request.end(body);
    const [answer] = (await once(request, 'response')) as [http.IncomingMessage];
    const answered = await text(answer);
    const status = answer.statusCode ?? 0;
    if (status >= 500) throw new Error(`${status} ${answered}`);
    const { location = '' } = answer.headers;
    return new Response(status === 204 ? null : answered, { status, headers: { location } });
  } finally {
    clearTimeout(timer);
    request.destroy();
  }
}

/** A link that few may open. */
export async function askViews(nodes: readonly TestServer[], name: string): Promise<Counter<ViewAct>> {
  const [first] = nodes;
  if (!first) throw new Error('There are no nodes.');
  const limit = 8;
  const headers = await headersOf(first.url);
  const base = { base: first.url, headers };
  const { id } = await call(share.create, { body: { name, validity: 3_600_000, maxViews: limit } }, base);
  const { id: linkId } = await call(share.publish, { params: { id }, body: {} }, base);
  const open = async (caller: Caller) => {
    const { status } = await ask(`${caller.url}/api/v2/open/share/${linkId}`, caller, {});
    if (status !== 200 && status !== 404) throw new Error(String(status));
    return status === 200 ? 'opened' : 'over';
  };
  const read = async (caller: Caller) => {
    const answer = await ask(`${caller.url}/api/v2/sec/share/${id}`, caller, { headers });
    const { publishInfo } = (await answer.json()) as { publishInfo?: { views: number } };
    if (!publishInfo) throw new Error('It is no link.');
    return String(publishInfo.views);
  };
  const set = async (caller: Caller, value: number) => {
    const body = JSON.stringify({ value });
    const path = shareSetters.setMaxViews.path.replace('{id}', id);
    const answer = await ask(caller.url + path, caller, { method: 'POST', headers, body });
    const { success } = (await answer.json()) as { success: boolean };
    if (!success) throw new Error('It was refused.');
    return 'set';
  };
  return {
    limit,
    choose: (caller) => {
      if (caller.random.chance(0.25)) return { act: { read: true }, ask: () => read(caller) };
      if (caller.random.chance(0.8)) return { act: { open: true }, ask: () => open(caller) };
      const value = 4 + caller.random.below(20);
      return { act: { limit: value }, ask: () => set(caller, value) };
    },
  };
}

const unitBytes = 1000;

/** An account with little room, in which files are begun that never get a byte. */
export async function askRoom(nodes: readonly TestServer[], name: string): Promise<Counter<RoomAct>> {
  const [first] = nodes;
  if (!first) throw new Error('There are no nodes.');
  const limit = 10 * unitBytes;
  const person = { login: name, password: 'seven grey herons wade' };
  const boss = { base: first.url, headers: await headersOf(first.url) };
  const rights = { state: 'Active', admin: false, maxBytes: limit } as const;
  await call(account.create, { body: { ...person, ...rights } }, boss);
  const headers = await headersOf(first.url, person);
  const body = { name, validity: 3_600_000, maxViews: 1 };
  const { id } = await call(share.create, { body }, { base: first.url, headers });
  const begun: { fileId: string; bytes: number }[] = [];
  const begin = async (caller: Caller, bytes: number) => {
    const answer = await ask(caller.url + fillPath(bytePaths.uploads, { id }), caller, {
      method: 'POST',
      headers: { ...headers, 'tus-resumable': '1.0.0', 'upload-length': String(bytes) },
    });
    if (answer.status !== 201) {
      const { code } = (await answer.json()) as { code?: string };
      if (code !== 'upload.quotaBytes' && code !== 'upload.roomHeld')
        throw new Error(`${answer.status} ${code}`);
      return 'full';
    }
    begun.push({ fileId: answer.headers.get('location')?.split('/').at(-1) ?? '', bytes });
    return 'begun';
  };
  const remove = async (caller: Caller, fileId: string) => {
    const path = share.removeFile.path.replace('{id}', id).replace('{fileId}', fileId);
    const answer = await ask(caller.url + path, caller, { method: 'DELETE', headers });
    const { success } = (await answer.json()) as { success: boolean };
    if (!success) throw new Error('It was refused.');
    return 'removed';
  };
  return {
    limit,
    choose: (caller) => {
      const file = caller.random.chance(0.4) ? begun.pop() : undefined;
      if (file) return { act: { remove: file.bytes }, ask: () => remove(caller, file.fileId) };
      const bytes = (1 + caller.random.below(4)) * unitBytes;
      return { act: { begin: bytes }, ask: () => begin(caller, bytes) };
    },
  };
}
