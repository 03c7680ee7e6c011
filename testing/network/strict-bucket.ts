import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import http, { type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { BucketSettings } from '@/lib/server/storage/s3/part-store';

/**
 * Amazon's answers: of a bucket with Object Lock, of one whose policy denies what isn't encrypted so, of one that keeps
 * versions, and of one whose policy denies deletions, as R2's locks and Google's retentions do.
 */
type Policies = {
  wantsChecksum?: boolean;
  encryption?: string;
  encryptionKey?: string;
  keepsVersions?: boolean;
  deniesDeletion?: (key: string) => boolean;
};

type Refusal = [status: number, code: string, message: string];

const sse = 'x-amz-server-side-encryption';

/** A bucket in memory that refuses writes as the policies of a service's customer do. */
export async function startStrictBucket(policies: Policies) {
  const objects = new Map<string, Buffer>();
  /** Of all that was written or deleted, oldest first. */
  const versions: { key: string; bytes: Buffer | 'delete marker' }[] = [];
  const calls: string[] = [];
  const parts = new Map<string, Buffer>();
  const server = http.createServer((req, res) => void answer(req, res));
  await once(server.listen(0, '127.0.0.1'), 'listening');

  async function answer(req: IncomingMessage, res: ServerResponse): Promise<unknown> {
    const { pathname: key, searchParams: query } = new URL(req.url ?? '', 'http://x');
    const body = await buffer(req);
    calls.push(`${req.method} ${key}`);
    const refusal = writeRefusal(req, body, policies) ?? deletionRefusal(req, key, policies);
    if (refusal) return refuse(res, refusal);
    if (req.method === 'POST') return post(res, key, query);
    if (req.method === 'PUT') return put(res, key, query, body);
    return req.method === 'DELETE' ? remove(res, key, query) : get(req, res, key, query);
  }

  function get(req: IncomingMessage, res: ServerResponse, key: string, query: URLSearchParams): unknown {
    if (query.has('uploads')) return xml(res, '<ListMultipartUploadsResult />');
    if (query.has('list-type')) return list(res, objects, query.get('prefix') ?? '');
    return read(req, res, objects.get(key));
  }

  function remove(res: ServerResponse, key: string, query: URLSearchParams): unknown {
    if (query.has('uploadId')) return res.writeHead(204).end();
    objects.delete(key);
    if (policies.keepsVersions) versions.push({ key, bytes: 'delete marker' });
    return res.writeHead(204, policies.keepsVersions ? { 'x-amz-delete-marker': 'true' } : {}).end();
  }

  function store(key: string, bytes: Buffer): void {
    objects.set(key, bytes);
    if (policies.keepsVersions) versions.push({ key, bytes });
  }

  function put(res: ServerResponse, key: string, query: URLSearchParams, body: Buffer): void {
    const number = query.get('partNumber');
    if (number) parts.set(`${query.get('uploadId')}/${number.padStart(5, '0')}`, body);
    else store(key, body);
    res.writeHead(200, { etag: `"${createHash('md5').update(body).digest('hex')}"` }).end();
  }

  function post(res: ServerResponse, key: string, query: URLSearchParams): unknown {
    if (query.has('uploads'))
      return xml(res, `<R><UploadId>${randomBytes(4).toString('hex')}</UploadId></R>`);
    const joined = [...parts].filter(([name]) => name.startsWith(`${query.get('uploadId')}/`)).sort();
    store(key, Buffer.concat(joined.map(([, bytes]) => bytes)));
    return xml(res, '<R><ETag>"joined"</ETag></R>');
  }

  const settings: BucketSettings = {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    region: 'us-east-1',
    bucket: 'strict',
    accessKeyId: 'key',
    secretAccessKey: 'secret',
    forcePathStyle: true,
    prefix: '',
  };
  const stop = () => {
    server.closeAllConnections();
    server.close();
  };
  return { settings, objects, versions, calls, stop };
}

/** Names current objects alone; a delete marker hides those below it. */
function list(res: ServerResponse, objects: Map<string, Buffer>, prefix: string): unknown {
  const found = [...objects].filter(([key]) => key.startsWith(`/strict/${prefix}`));
  const contents = found.map(
    ([key, { length }]) =>
      `<Contents><Key>${key.slice('/strict/'.length)}</Key><Size>${length}</Size><LastModified>2026-01-01T00:00:00.000Z</LastModified></Contents>`,
  );
  return xml(
    res,
    `<ListBucketResult><KeyCount>${found.length}</KeyCount>${contents.join('')}</ListBucketResult>`,
  );
}

function read(req: IncomingMessage, res: ServerResponse, stored: Buffer | undefined) {
  if (!stored) return refuse(res, [404, 'NoSuchKey', 'The specified key does not exist.']);
  const [, from, to] = /bytes=(\d+)-(\d+)/.exec(String(req.headers.range)) ?? [];
  const bytes = stored.subarray(Number(from ?? 0), Number(to ?? stored.length - 1) + 1);
  const headers = { 'content-length': bytes.length, etag: '"it"' };
  res.writeHead(from ? 206 : 200, headers).end(req.method === 'HEAD' ? undefined : bytes);
}

function writeRefusal(
  { headers, url = '', method }: IncomingMessage,
  body: Buffer,
  wants: Policies,
): Refusal | null {
  if (method !== 'PUT' && !/[?&]uploads\b/.test(url)) return null;
  const isPart = url.includes('partNumber=');
  const md5 = headers['content-md5'];
  if (md5 !== undefined && md5 !== createHash('md5').update(body).digest('base64'))
    return [400, 'BadDigest', 'The Content-MD5 you specified did not match what we received.'];
  if (wants.wantsChecksum && method === 'PUT' && md5 === undefined) {
    const what = `Content-MD5 OR x-amz-checksum- HTTP header is required for Put ${isPart ? 'Part' : 'Object'} requests`;
    return [400, 'InvalidRequest', `${what} with Object Lock parameters`];
  }
  return isPart ? partRefusal(headers) : encryptionRefusal(headers, wants);
}

const deletionRefusal = ({ method, url = '' }: IncomingMessage, key: string, wants: Policies) =>
  method === 'DELETE' && !url.includes('uploadId=') && wants.deniesDeletion?.(key) ? deletionDenied : null;

const deletionDenied: Refusal = [
  403,
  'AccessDenied',
  'not authorized to perform: s3:DeleteObject with an explicit deny in a resource-based policy',
];

const partRefusal = (headers: IncomingHttpHeaders): Refusal | null =>
  headers[sse] === undefined
    ? null
    : [400, 'InvalidArgument', `${sse} header is not supported for this operation.`];

function encryptionRefusal(headers: IncomingHttpHeaders, wants: Policies): Refusal | null {
  const isEncrypted =
    headers[sse] === wants.encryption && headers[`${sse}-aws-kms-key-id`] === wants.encryptionKey;
  return !wants.encryption || isEncrypted ? null : [403, 'AccessDenied', 'Access Denied'];
}

function refuse(res: ServerResponse, [status, code, message]: Refusal): void {
  res.writeHead(status, { 'content-type': 'application/xml' });
  res.end(`<Error><Code>${code}</Code><Message>${message}</Message></Error>`);
}

const xml = (res: ServerResponse, text: string): unknown =>
  res.writeHead(200, { 'content-type': 'application/xml' }).end(text);
