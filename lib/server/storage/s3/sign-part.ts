import 'server-only';
import { createHash, createHmac } from 'node:crypto';
import type { SignedHeaders } from '../port';
import type { BucketSettings } from './part-store';

/** Amazon's Signature Version 4, in the query. */
const algorithm = 'AWS4-HMAC-SHA256';

export type PartSignature = {
  url: URL;
  uploadId: string;
  number: number;
  sizeBytes: number;
  /** Hex. */
  sha256: string;
  /** The service keeps a SHA-256 with each part. */
  hasSums: boolean;
  now: Date;
  seconds: number;
};

/**
 * Signs the PUT of one part with its size and SHA-256, which services compare with the bytes. Amazon's presigner signs
 * UNSIGNED-PAYLOAD instead.
 * @returns the headers that the client has to send; a browser adds the size by itself
 */
export function signPart(
  { accessKeyId, secretAccessKey, region }: BucketSettings,
  { url, uploadId, number, sizeBytes, sha256, hasSums, now, seconds }: PartSignature,
): { url: string; headers: SignedHeaders } {
  const headers = {
    'x-amz-content-sha256': sha256,
    ...(hasSums && { 'x-amz-checksum-sha256': Buffer.from(sha256, 'hex').toString('base64') }),
  };
  const signed = { 'content-length': String(sizeBytes), host: url.host, ...headers };
  const names = Object.keys(signed).sort();
  const time = now.toISOString().replace(/[-:]|\.\d{3}/g, '');
  const day = time.slice(0, 8);
  const scope = `${day}/${region}/s3/aws4_request`;
  const query = canonicalQuery({
    partNumber: String(number),
    uploadId,
    'X-Amz-Algorithm': algorithm,
    'X-Amz-Credential': `${accessKeyId}/${scope}`,
    'X-Amz-Date': time,
    'X-Amz-Expires': String(seconds),
    'X-Amz-SignedHeaders': names.join(';'),
  });
  const lines = names.map((name) => `${name}:${new Map(Object.entries(signed)).get(name)}\n`);
  const request = ['PUT', url.pathname, query, lines.join(''), names.join(';'), sha256].join('\n');
  const text = [algorithm, time, scope, createHash('sha256').update(request).digest('hex')].join('\n');
  const key = [day, region, 's3', 'aws4_request'].reduce<string | Buffer>(hmac, `AWS4${secretAccessKey}`);
  const signature = hmac(key, text).toString('hex');
  return { url: `${url.origin}${url.pathname}?${query}&X-Amz-Signature=${signature}`, headers };
}

const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();

const canonicalQuery = (values: Record<string, string>): string =>
  Object.entries(values)
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .sort()
    .join('&');

/** RFC 3986: these five stay as they are in `encodeURIComponent`. */
const encode = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
