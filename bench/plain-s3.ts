// What anybody's plain client does with a bucket, and the usual store for tus: what ours is measured against.
import { once } from 'node:events';
import http from 'node:http';
import {
  CompleteMultipartUploadCommand,
  CreateBucketCommand,
  CreateMultipartUploadCommand,
  GetObjectCommand,
  S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { S3Store } from '@tus/s3-store';
import { Server } from '@tus/server';

const mib = 1024 * 1024;
const partMib = 16;
const atOnce = 3;
const agent = new http.Agent({ keepAlive: true });
/** Separate memory for each part, as with a file. */
const memory = Buffer.alloc(atOnce * partMib * mib, 'x');
const blocksOf = (worker: number, count: number): Buffer[] =>
  Array.from({ length: count }, (_, n) => {
    const start = (worker * partMib + n) * mib;
    return memory.subarray(start, start + mib);
  });

const settings = {
  endpoint: process.env.TEST_S3_ENDPOINT ?? '',
  region: 'us-east-1',
  forcePathStyle: true,
  requestChecksumCalculation: 'WHEN_REQUIRED',
  responseChecksumValidation: 'WHEN_REQUIRED',
  credentials: { accessKeyId: 'test-key', secretAccessKey: 'test-secret' },
} as const;

type Headers = Record<string, string>;

const client = new S3Client(settings);

export const makeBucket = (Bucket: string) => client.send(new CreateBucketCommand({ Bucket }));

/** Sends parts of 16 MiB from memory, three at once, by signed URLs: the baseline for a bucket. */
export async function putPlain(Bucket: string, Key: string, blocks: number): Promise<void> {
  const { UploadId } = await client.send(new CreateMultipartUploadCommand({ Bucket, Key }));
  const numbers = Array.from({ length: Math.ceil(blocks / partMib) }, (_, n) => n + 1);
  const Parts: { PartNumber: number; ETag: string }[] = [];
  const todo = [...numbers];
  const work = async (_: unknown, worker: number) => {
    for (let PartNumber = todo.shift(); PartNumber !== undefined; PartNumber = todo.shift()) {
      const size = Math.min(partMib, blocks - (PartNumber - 1) * partMib);
      const url = await getSignedUrl(client, new UploadPartCommand({ Bucket, Key, UploadId, PartNumber }));
      const { headers } = await call('PUT', url, blocksOf(worker, size));
      Parts.push({ PartNumber, ETag: String(headers.etag) });
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  Parts.sort((a, b) => a.PartNumber - b.PartNumber);
  await client.send(
    new CompleteMultipartUploadCommand({ Bucket, Key, UploadId, MultipartUpload: { Parts } }),
  );
}

export async function getPlain(Bucket: string, Key: string): Promise<void> {
  await call('GET', await getSignedUrl(client, new GetObjectCommand({ Bucket, Key })));
}

export async function call(method: string, url: string, body: Buffer[] = [], headers: Headers = {}) {
  const length = body.reduce((sum, { length: bytes }) => sum + bytes, 0);
  const size = body.length > 0 ? { 'content-length': length } : {};
  const req = http.request(url, { method, agent, headers: { ...headers, ...size } });
  for (const part of body) req.write(part);
  const [res] = (await once(req.end(), 'response')) as [http.IncomingMessage];
  for await (const _ of res);
  if ((res.statusCode ?? 0) >= 400) throw new Error(`${method} ${url}: ${res.statusCode}`);
  return res;
}

/** @tus/server with its S3 store, configured as in its manual. */
export function startStock(): http.Server {
  const s3ClientConfig = { bucket: process.env.S3_BUCKET ?? '', ...settings };
  const datastore = new S3Store({ useTags: false, s3ClientConfig });
  const server = new Server({ path: '/stock', relativeLocation: true, datastore });
  return http.createServer((req, res) => void server.handle(req, res));
}
