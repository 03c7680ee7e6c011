import 'server-only';
import { randomBytes } from 'node:crypto';
import { ListObjectsV2Command } from '@aws-sdk/client-s3';
import { OutsideFailure } from '@/lib/server/outside/outside-failure';
import { Bucket } from './bucket';
import { bucketFailure, failureOf, type RetryPolicy, retryPolicy } from './errors';
import type { BucketSettings } from './part-store';
import { readObject } from './read-object';
import { bodyOf } from './segment';
import type { WriteDemands } from './write-demands';

const maxSkewMs = 5 * 60_000;

/** Two parts. Only the last may be this small. */
const probeBytes = [5 * 1024 * 1024, 1024] as const;

/**
 * Tries every operation that the storage needs.
 * @returns a sentence for the operator, or null when all work
 */
export async function testBucket(
  settings: BucketSettings,
  policy: RetryPolicy = retryPolicy,
): Promise<string | null> {
  const bucket = new Bucket(settings, { ...policy, attempts: 2 });
  try {
    const complaint = (await checkEndpoint(settings, policy)) ?? (await checkNoWebPage(settings, policy));
    if (complaint) return complaint;
    await bucket.client.send(new ListObjectsV2Command({ Bucket: settings.bucket, MaxKeys: 1 }));
  } catch (error) {
    return describeProblem(settings, 'be listed', error);
  }
  return tryOperations(bucket, settings);
}

async function checkEndpoint(
  { endpoint, region }: BucketSettings,
  { silenceMs }: RetryPolicy,
): Promise<string | null> {
  const url = endpoint ?? `https://s3.${region}.amazonaws.com`;
  const sent = { method: 'HEAD', redirect: 'manual', signal: AbortSignal.timeout(silenceMs) } as const;
  const answer = await fetch(url, sent).catch((error: Error) => error);
  if (answer instanceof Error) {
    const { place, line } = new OutsideFailure('connection', answer);
    return place === 'certificate'
      ? `S3_ENDPOINT is ${url}, but its certificate isn’t trusted here: name its authority in NODE_EXTRA_CA_CERTS. It says: ${line}`
      : `S3_ENDPOINT is ${url}, but nobody answers there. It says: ${line}`;
  }
  const theirs = Date.parse(answer.headers.get('date') ?? '');
  const minutes = Math.round((Date.now() - theirs) / 60_000);
  if (!(Math.abs(Date.now() - theirs) > maxSkewMs)) return null;
  return `The clock of this machine and that of ${url} are ${Math.abs(minutes)} minutes apart, so signatures don’t hold. Set them right.`;
}

/** MinIO's console answers every request with a web page, S3 services with XML. */
async function checkNoWebPage(
  { endpoint, bucket }: BucketSettings,
  { silenceMs }: RetryPolicy,
): Promise<string | null> {
  if (!endpoint) return null;
  const url = new URL(`${bucket}?list-type=2&max-keys=1`, endpoint);
  const sent = { redirect: 'manual', signal: AbortSignal.timeout(silenceMs) } as const;
  const answer = await fetch(url, sent).catch(() => null);
  await answer?.body?.cancel();
  const isPage = answer?.status === 200 && /^text\/html/i.test(answer.headers.get('content-type') ?? '');
  if (!isPage) return null;
  return `S3_ENDPOINT is ${endpoint}, but a web page answers there and no S3 service. The console of MinIO has another port (often 9001) than the service (often 9000).`;
}

async function tryOperations(bucket: Bucket, settings: BucketSettings): Promise<string | null> {
  const key = `probe/${randomBytes(8).toString('hex')}`;
  const segments = probeBytes.map((sizeBytes) => ({
    position: 0,
    sizeBytes,
    source: [randomBytes(sizeBytes)],
  }));
  const [first, second] = segments.map((segment) => bodyOf(bucket, [segment]));
  const write = () => bucket.put(key, bodyOf(bucket, segments));
  const steps: [to: string, work: () => Promise<unknown>][] = [
    ['be written to', write],
    ['be read in ranges', () => checkRangeRead(bucket, key)],
    [
      'take a file in parts',
      async () => {
        const uploadId = await bucket.beginMultipart(key);
        const etags = [first, second].map((body, n) => body && bucket.putPart(key, uploadId, n + 1, body));
        const parts = (await Promise.all(etags)).map((etag, n) => ({ number: n + 1, etag: etag ?? '' }));
        await bucket.completeMultipart(key, uploadId, parts);
        await checkRangeRead(bucket, key);
      },
    ],
    [
      'give up a file in parts (s3:AbortMultipartUpload)',
      async () => bucket.abortMultipart(key, await bucket.beginMultipart(key)),
    ],
    ['be deleted from', () => bucket.remove(key)],
  ];
  for (const [to, work] of steps) {
    try {
      await work();
    } catch (error) {
      const remedy = work === write ? await findRemedy(bucket, settings, error) : null;
      return describeProblem(settings, to, error, remedy);
    }
  }
  return null;
}

const remedies: [demands: WriteDemands, says: string][] = [
  [{ hasChecksums: true }, 'a checksum with what is written: set S3_CHECKSUMS=md5'],
  ...(['AES256', 'aws:kms'] as const).flatMap((encryption): [WriteDemands, string][] => [
    [{ encryption }, `what is written encrypted: set S3_SSE=${encryption}`],
    [
      { hasChecksums: true, encryption },
      `a checksum with what is written, and it encrypted: set S3_CHECKSUMS=md5 and S3_SSE=${encryption}`,
    ],
  ]),
];

/** Finds out which settings would make a refused write go through. */
async function findRemedy(bucket: Bucket, settings: BucketSettings, error: unknown): Promise<string | null> {
  if (bucketFailure(error).place !== 'request') return null;
  for (const [demands, says] of remedies) {
    const other = new Bucket({ ...settings, ...demands }, { ...bucket.retryPolicy, attempts: 1 });
    const works = await probeBucket(other).then(
      () => true,
      () => false,
    );
    if (works) return `it wants ${says}`;
  }
  return null;
}

async function checkRangeRead(bucket: Bucket, key: string): Promise<void> {
  const [border] = probeBytes;
  for await (const _ of readObject(bucket, key, { start: border - 100, end: border + 99 }));
}

const causes: Record<string, string> = {
  NoSuchBucket: 'there is no such bucket',
  InvalidAccessKeyId: 'S3_ACCESS_KEY_ID is unknown there',
  SignatureDoesNotMatch: 'S3_SECRET_ACCESS_KEY does not belong to S3_ACCESS_KEY_ID',
  AccessDenied: 'access is denied to this key',
  PermanentRedirect: 'it is in another region than S3_REGION says',
  AuthorizationHeaderMalformed: 'it is in another region than S3_REGION says',
  RequestTimeTooSkewed: 'the clocks of this machine and the service are too far apart',
  QuotaExceeded: 'it is full',
};

/** Our sentence first, the service's words behind it. */
function describeProblem(
  { bucket }: BucketSettings,
  to: string,
  error: unknown,
  why?: string | null,
): string {
  const { line } = bucketFailure(error);
  const ours = why ?? causes[failureOf(error).code];
  return `The bucket "${bucket}" can’t ${to}: ${ours ? `${ours}. It says: ${line}` : line}`;
}

export async function probeBucket(bucket: Bucket): Promise<void> {
  const bytes = randomBytes(16);
  const key = `probe/${bytes.toString('hex')}`;
  const body = bodyOf(bucket, [{ position: 0, sizeBytes: bytes.length, source: [bytes] }]);
  await bucket.put(key, body);
  try {
    const parts: Buffer[] = [];
    for await (const part of readObject(bucket, key, { start: 0, end: bytes.length - 1 }))
      parts.push(Buffer.from(part));
    if (!Buffer.concat(parts).equals(bytes)) throw new Error('the bucket does not say what was written');
  } finally {
    await bucket.removeIfAllowed(key); // who can't delete still serves; the doctor says it
  }
}
