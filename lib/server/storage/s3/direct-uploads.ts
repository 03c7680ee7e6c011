import 'server-only';
import { createHash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { crc32 } from 'node:zlib';
import { AppError } from '@/lib/contract/errors';
import type { DirectUploads, PartToSign, SignedPart, StoredSums } from '../port';
import { type Bucket, fileKey, type ListedPart, type PartsPage } from './bucket';
import type { StoredUpload } from './bucket-rows';
import { expiredIfDropped, failureOf, translateBucketErrors } from './errors';
import { abortGivenUp, type BucketDeps, beginUpload, partBytesFor } from './lazy-upload';
import { readBucketFile } from './read-object';
import { signPart } from './sign-part';

/** A laptop that sleeps asks again. */
const signedSeconds = 15 * 60;

export const directUploads = (deps: BucketDeps): DirectUploads => ({
  partBytesFor,
  sign: (fileId, sizeBytes, parts) => translateBucketErrors(() => signParts(deps, fileId, sizeBytes, parts)),
  join: (fileId, sizeBytes) => translateBucketErrors(() => joinSigned(deps, fileId, sizeBytes)),
  forget: (fileId) => deps.rows.remove(fileId),
  address: async () => (await deps.bucket.objectUrl('probe/cors')).href,
});

async function signParts(
  deps: BucketDeps,
  fileId: string,
  sizeBytes: number,
  parts: PartToSign[],
): Promise<SignedPart[]> {
  const { bucket, rows } = deps;
  const key = fileKey(fileId);
  const partBytes = partBytesFor(sizeBytes);
  const earlier = await signedEarlier(deps, fileId, parts);
  const uploadId = await beginDirect(deps, fileId, partBytes);
  if (parts.length === 0) return [];
  await rows.addSigned(fileId, parts);
  const around = await listAround(bucket, { fileId, uploadId, sizeBytes, parts });
  if (!around) return parts.map(({ number }) => ({ number, isStored: true, url: '', headers: {} }));
  const { listed, hasSums } = around;
  const url = await bucket.objectUrl(key);
  const now = new Date();
  return parts.map((part) => {
    const size = sizeOfPart(part.number, { sizeBytes, partBytes });
    const isKnown = earlier.has(part.number);
    if (isKnown && isAsSigned(listed.get(part.number), size, part.sha256))
      return { number: part.number, isStored: true, url: '', headers: {} };
    const asked = { ...part, url, uploadId, sizeBytes: size, hasSums, now, seconds: signedSeconds };
    return { number: part.number, isStored: false, ...signPart(bucket.settings, asked) };
  });
}

/** A file that has changed begins anew, so that its parts aren't mixed with earlier ones. */
async function signedEarlier(deps: BucketDeps, fileId: string, parts: PartToSign[]) {
  const { bucket, rows } = deps;
  const earlier = await rows.signedParts(fileId);
  const isOther = ({ number, sha256 }: PartToSign) => (earlier.get(number) ?? sha256) !== sha256;
  if (!parts.some(isOther)) return earlier;
  await abortGivenUp(bucket, fileId, await rows.beginAnew(fileId));
  return new Map<number, string>();
}

async function beginDirect(deps: BucketDeps, fileId: string, partBytes: number): Promise<string> {
  const { bucket, rows } = deps;
  const opened = await beginUpload(deps, fileId, partBytes, true);
  if (opened.uploadId) return opened.uploadId;
  await rows.beginAnew(fileId);
  const key = fileKey(fileId);
  const uploadId = await bucket.beginMultipart(key, true).catch((error: unknown) => {
    const { status = 0 } = failureOf(error);
    if (status !== 400 && status !== 501) throw error;
    return bucket.beginMultipart(key); // a service that knows no such sums
  });
  await rows.addUploadId(opened, uploadId).catch(async (error: unknown) => {
    await bucket.abortMultipart(key, uploadId);
    throw error;
  });
  return uploadId;
}

type SignedSpan = { fileId: string; uploadId: string; sizeBytes: number; parts: PartToSign[] };

/** Null when all has been joined, by a process that ended before it could note it. */
async function listAround(bucket: Bucket, { fileId, uploadId, sizeBytes, parts }: SignedSpan) {
  const numbers = parts.map(({ number }) => number);
  const span = { after: Math.min(...numbers) - 1, last: Math.max(...numbers) };
  try {
    return await listParts(bucket, fileKey(fileId), uploadId, span);
  } catch (error) {
    if (await isJoined(bucket, { error, fileId, sizeBytes })) return null;
    throw expiredIfDropped(error, fileId);
  }
}

type FailedCall = { error: unknown; fileId: string; sizeBytes: number };

const isJoined = async (bucket: Bucket, { error, fileId, sizeBytes }: FailedCall): Promise<boolean> =>
  failureOf(error).code === 'NoSuchUpload' && (await bucket.sizeOf(fileKey(fileId))) === sizeBytes;

async function listParts(
  bucket: Bucket,
  key: string,
  uploadId: string,
  span: { after: number; last: number },
) {
  const listed = new Map<number, ListedPart>();
  let hasSums = false;
  for (let after: number | null = span.after; after !== null && after < span.last; ) {
    const page: PartsPage = await bucket.listParts(key, uploadId, after);
    for (const part of page.parts) listed.set(part.number, part);
    hasSums = page.hasSums;
    after = page.next;
  }
  return { listed, hasSums };
}

const sizeOfPart = (number: number, file: { sizeBytes: number; partBytes: number }): number =>
  Math.min(file.partBytes, file.sizeBytes - (number - 1) * file.partBytes);

/** A sum that the service doesn't keep is compared when the file is read back. */
function isAsSigned(part: ListedPart | undefined, sizeBytes: number, sha256: string | undefined): boolean {
  if (!part || sha256 === undefined || part.sizeBytes !== sizeBytes) return false;
  return part.sum === null || part.sum === Buffer.from(sha256, 'hex').toString('base64');
}

async function joinSigned(
  { bucket, rows }: BucketDeps,
  fileId: string,
  sizeBytes: number,
): Promise<number[]> {
  const stored = await rows.read(fileId);
  if (!stored?.isDirect || !stored.uploadId) return [1];
  const { uploadId, partBytes } = stored;
  const key = fileKey(fileId);
  try {
    const numbers = Array.from({ length: Math.ceil(sizeBytes / partBytes) }, (_, at) => at + 1);
    const { listed } = await listParts(bucket, key, uploadId, { after: 0, last: numbers.length });
    const signed = await rows.signedParts(fileId);
    const found = numbers.map((number) => listed.get(number));
    const isMissing = (number: number) =>
      !isAsSigned(listed.get(number), sizeOfPart(number, { sizeBytes, partBytes }), signed.get(number));
    const missing = numbers.filter(isMissing);
    if (missing.length > 0) return missing;
    const parts = found.flatMap((part) => part ?? []);
    await bucket.completeListed(key, uploadId, parts);
    if (parts.every(({ sum }) => sum !== null)) await rows.forgetSigned(fileId);
    return [];
  } catch (error) {
    // Joined before, by a process that ended then, or by a call whose answer was lost.
    if (await isJoined(bucket, { error, fileId, sizeBytes })) return [];
    throw expiredIfDropped(error, fileId);
  }
}

/**
 * Reads a file that its client put into the bucket, and compares what was signed.
 * @throws upload.expired when it is something else, server.unavailable when `isOver`
 */
export async function readBack(
  { bucket, rows }: BucketDeps,
  fileId: string,
  { sizeBytes, partBytes }: Pick<StoredUpload, 'partBytes'> & { sizeBytes: number },
  isOver: () => boolean = () => false,
): Promise<StoredSums> {
  const whole = createHash('sha256');
  const parts = new PartSums(fileId, await rows.signedParts(fileId));
  let sum = 0;
  let position = 0;
  // Parts are multiples of what is read at once.
  for await (const chunk of readBucketFile(bucket, fileKey(fileId), { start: 0, end: sizeBytes - 1 })) {
    if (isOver()) throw new AppError('server.unavailable');
    whole.update(chunk);
    parts.update(chunk);
    sum = crc32(chunk, sum);
    position += chunk.length;
    if (position % partBytes === 0 || position === sizeBytes) parts.endPart();
    await nextTurn();
  }
  return { crc32: sum.toString(16).padStart(8, '0'), sha256: whole.digest('hex') };
}

/** Nothing is signed any more where the service has kept the sums. */
class PartSums {
  readonly #fileId: string;
  readonly #signed: Map<number, string>;
  #number = 1;
  #hash = createHash('sha256');

  constructor(fileId: string, signed: Map<number, string>) {
    this.#fileId = fileId;
    this.#signed = signed;
  }

  update(chunk: Buffer): void {
    if (this.#signed.size > 0) this.#hash.update(chunk);
  }

  /** @throws upload.expired */
  endPart(): void {
    if (this.#signed.size === 0) return;
    const isSigned = this.#hash.digest('hex') === this.#signed.get(this.#number);
    const words = `Part ${this.#number} of ${this.#fileId} isn't what was signed: the bucket's service takes any bytes by a signed address.`;
    if (!isSigned) throw new AppError('upload.expired', {}, { cause: new Error(words) });
    this.#hash = createHash('sha256');
    this.#number++;
  }
}
