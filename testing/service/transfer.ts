import { createHash, randomBytes } from 'node:crypto';
import http, { type ClientRequest, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll } from 'vitest';
import { headerNames } from '@/lib/contract/http/names';
import { startSession } from '@/lib/server/auth/session-rows';
import { sealSessionToken } from '@/lib/server/auth/tokens';
import type { UserContext } from '@/lib/server/context';
import { newId } from '@/lib/server/ids';
import { createFrontDoor } from '@/lib/server/runtime/front-door';
import { draftShare, userContext } from './context';

export type Reply = {
  status: number;
  headers: http.IncomingHttpHeaders;
  body: Buffer;
  json: () => RefusalBody;
};
type RefusalBody = { success: boolean; message: string; code: string };
export type SendOptions = { headers?: http.OutgoingHttpHeaders; body?: Buffer | undefined };

/** Starts the product's front door on a free port; requests outside of the transfer layer get 404. */
export async function startTransfer(
  options: Parameters<typeof createFrontDoor>[1] = {},
): Promise<{ server: http.Server; port: number }> {
  const server = createFrontDoor(async (_req, res) => {
    res.writeHead(404).end();
  }, options);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  return { server, port: (server.address() as AddressInfo).port };
}

/** A request whose body the test feeds and cuts; `reply` rejects when the connection ends without an answer. */
export function open(
  port: number,
  method: string,
  path: string,
  headers: http.OutgoingHttpHeaders = {},
): { request: ClientRequest; reply: Promise<Reply> } {
  const request = http.request({ host: '127.0.0.1', port, method, path, headers, agent: false });
  const reply = new Promise<Reply>((resolve, reject) => {
    request.on('error', reject);
    request.on('response', (response) => collect(response).then(resolve, reject));
  });
  reply.catch(() => undefined);
  return { request, reply };
}

export function send(port: number, method: string, path: string, { headers = {}, body }: SendOptions = {}) {
  const { request, reply } = open(port, method, path, {
    ...(body && { 'content-length': body.length }),
    ...headers,
  });
  request.end(body);
  return reply;
}

async function collect(response: IncomingMessage): Promise<Reply> {
  const parts: Buffer[] = [];
  for await (const part of response) parts.push(part as Buffer);
  const body = Buffer.concat(parts);
  return {
    status: response.statusCode ?? 0,
    headers: response.headers,
    body,
    json: () => JSON.parse(body.toString()) as RefusalBody,
  };
}

export async function uploader(over: { login?: string } = {}) {
  const ctx: UserContext = await userContext({ now: new Date(), ...over });
  const share = await draftShare(ctx, { validityMs: 3_600_000 });
  return { ctx, share, auth: await signedIn(ctx) };
}

export async function signedIn(ctx: UserContext): Promise<Record<string, string>> {
  const id = newId();
  await startSession(ctx.db, { id, accountId: ctx.viewer.id, client: ctx.client, now: new Date() });
  return { [headerNames.auth]: (await sealSessionToken({ sessionId: id, isKept: false }, new Date())).token };
}

export function tusClient(
  port: number,
  shareId: string,
  auth: Record<string, string>,
  access: 'sec' | 'alias' = 'sec',
) {
  const base = `/api/v2/${access}/upload/${shareId}/files/tus`;
  const tus = { ...auth, 'tus-resumable': '1.0.0' };
  const type = { 'content-type': 'application/offset+octet-stream' };
  return {
    base,
    tus,
    create: (length: number, headers: http.OutgoingHttpHeaders = {}) =>
      send(port, 'POST', base, { headers: { ...tus, 'upload-length': length, ...headers } }),
    begin: async (length: number, headers: http.OutgoingHttpHeaders = {}): Promise<string> => {
      const { headers: answer } = await send(port, 'POST', base, {
        headers: { ...tus, 'upload-length': length, ...headers },
      });
      return new URL(String(answer.location), 'http://any').pathname;
    },
    head: (path: string) => send(port, 'HEAD', path, { headers: tus }),
    patch: (path: string, offset: number, body: Buffer, headers: http.OutgoingHttpHeaders = {}) =>
      send(port, 'PATCH', path, { headers: { ...tus, ...type, 'upload-offset': offset, ...headers }, body }),
    stream: (path: string, offset: number, headers: http.OutgoingHttpHeaders = {}) =>
      open(port, 'PATCH', path, { ...tus, ...type, 'upload-offset': offset, ...headers }),
    remove: (path: string) => send(port, 'DELETE', path, { headers: tus }),
  };
}

export async function uploading(port: number) {
  const { ctx, share, auth } = await uploader();
  const tus = tusClient(port, share.id, auth);
  const rowOf = (path: string) =>
    ctx.db.file.findUniqueOrThrow({ where: { id: idOf(path) }, include: { upload: true } });
  const download = async (path: string) => {
    const url = `/api/v2/sec/share/${share.id}/file/${idOf(path)}`;
    return (await send(port, 'GET', url, { headers: auth })).body;
  };
  return { ctx, share, auth, tus, rowOf, download };
}

/** An upload of so many bytes of which nothing has been sent. */
export async function begunUpload(port: number, length: number) {
  const world = await uploading(port);
  const path = await world.tus.begin(length);
  const file = () => world.rowOf(path);
  return { ...world, path, file, download: () => world.download(path) };
}

export const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');
export const someBytes = (count: number): Buffer => randomBytes(count);
export const idOf = (path: string): string => path.split('/').at(-1) ?? '';
