import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import http, { type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { BucketSettings } from '@/lib/server/storage/s3/part-store';

/** Amazon's answers: of a bucket with Object Lock, and of one whose policy denies what isn't encrypted so. */
type Policies = { wantsChecksum?: boolean; encryption?: string; encryptionKey?: string };

type Refusal = [status: number, code: string, message: string];

const sse = 'x-amz-server-side-encryption';

/** A bucket in memory that refuses writes as the policies of a service's customer do. */
export async function startStrictBucket(policies: Policies) {
  const objects = new Map<string, Buffer>();
  const parts = new Map<string, Buffer>();
  const server = http.createServer((req, res) => void answer(req, res));
  await once(server.listen(0, '127.0.0.1'), 'listening');

  async function answer(req: IncomingMessage, res: ServerResponse): Promise<unknown> {
    const { pathname: key, searchParams: query } = new URL(req.url ?? '', 'http://x');
    const body = await buffer(req);
    const refusal = refusalOf(req, body, policies);
    if (refusal) return refuse(res, refusal);
    if (req.method === 'POST') return post(res, key, query);
    if (req.method === 'PUT') return put(res, key, query, body);
    if (req.method !== 'DELETE') return read(req, res, objects.get(key), query);
    if (!query.has('uploadId')) objects.delete(key);
    return res.writeHead(204).end();
  }

  function put(res: ServerResponse, key: string, query: URLSearchParams, body: Buffer): void {
    const number = query.get('partNumber');
    if (number) parts.set(`${query.get('uploadId')}/${number.padStart(5, '0')}`, body);
    else objects.set(key, body);
    res.writeHead(200, { etag: `"${createHash('md5').update(body).digest('hex')}"` }).end();
  }

  function post(res: ServerResponse, key: string, query: URLSearchParams): unknown {
    if (query.has('uploads'))
      return xml(res, `<R><UploadId>${randomBytes(4).toString('hex')}</UploadId></R>`);
    const joined = [...parts].filter(([name]) => name.startsWith(`${query.get('uploadId')}/`)).sort();
    objects.set(key, Buffer.concat(joined.map(([, bytes]) => bytes)));
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
  return { settings, objects, stop };
}

function read(req: IncomingMessage, res: ServerResponse, stored: Buffer | undefined, query: URLSearchParams) {
  if (query.has('list-type')) return xml(res, '<ListBucketResult><KeyCount>0</KeyCount></ListBucketResult>');
  if (!stored) return refuse(res, [404, 'NoSuchKey', 'The specified key does not exist.']);
  const [, from, to] = /bytes=(\d+)-(\d+)/.exec(String(req.headers.range)) ?? [];
  const bytes = stored.subarray(Number(from ?? 0), Number(to ?? stored.length - 1) + 1);
  const headers = { 'content-length': bytes.length, etag: '"it"' };
  res.writeHead(from ? 206 : 200, headers).end(req.method === 'HEAD' ? undefined : bytes);
}

function refusalOf(
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
