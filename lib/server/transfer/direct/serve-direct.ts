import 'server-only';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { type DirectParts, DirectPartsAsked, type DirectState } from '@/lib/contract/byte-calls/direct';
import { AppError } from '@/lib/contract/errors';
import { jsonOf, limitedText } from '@/lib/server/http/body';
import { invalid } from '@/lib/server/http/invalid';
import { checkUploadable, shareNamedBy } from '@/lib/server/services/upload/access';
import { findUploadState } from '@/lib/server/services/upload/lease';
import { saveProgress } from '@/lib/server/services/upload/progress';
import { withUploadAuthorization } from '../authorization';
import {
  errorResponse,
  type TransferRequest,
  type TransferResponse,
  type TransferTarget,
  textResponse,
} from '../messages';
import { checkDirect, requireDirect } from '../tus/direct-part';
import { lockedUploads } from '../tus/lock/locked-uploads';
import { type DirectPlace, finishDirect } from './finish-direct';

/** Signs addresses by which a client puts parts of a begun file into the bucket itself. */
export const serveDirect = (request: TransferRequest, target: TransferTarget): Promise<TransferResponse> =>
  answered(request, target, async (place) => [200, await signParts(place, await askedParts(request))]);

/** Takes the file over once all its parts are there. Asked again, it goes on, or says that it has. */
export const serveDirectDone = (
  request: TransferRequest,
  target: TransferTarget,
): Promise<TransferResponse> =>
  answered(request, target, async (place) => {
    const isComplete = await finishOrWait(place);
    return [isComplete ? 200 : 202, { isComplete } satisfies DirectState];
  });

async function answered(
  request: TransferRequest,
  target: TransferTarget,
  work: (place: DirectPlace) => Promise<[status: number, answer: object]>,
): Promise<TransferResponse> {
  try {
    return await withUploadAuthorization(request, target, async (ctx, allowed) => {
      const destination = { shareId: shareNamedBy(ctx, target.id), allowed };
      await checkUploadable(ctx.db, destination);
      const [status, answer] = await work({ ctx, target, destination, direct: requireDirect(ctx) });
      return textResponse(status, JSON.stringify(answer), true);
    });
  } catch (error) {
    return errorResponse(error, request);
  }
}

async function askedParts({ body }: TransferRequest): Promise<DirectPartsAsked['parts']> {
  const text = await limitedText(Readable.toWeb(body ?? Readable.from([])) as ReadableStream<Uint8Array>);
  const { parts } = DirectPartsAsked.parse(jsonOf(text, 'body'));
  if (new Set(parts.map(({ number }) => number)).size < parts.length) throw invalid('parts', 'twice');
  return parts;
}

/** Each time the upload lives on. @throws upload.notDirect, upload.complete, upload.expired, request.invalid */
async function signParts(place: DirectPlace, parts: DirectPartsAsked['parts']): Promise<DirectParts> {
  const { ctx, target, destination, direct } = place;
  const upload = await lockedUploads.lock(ctx, { fileId: target.fileId, destination, isReadOnly: false });
  try {
    const { file, activeLease } = upload;
    checkDirect(ctx, file);
    const { id: fileId, sizeBytes } = file;
    const partBytes = direct.partBytesFor(sizeBytes);
    const max = Math.ceil(sizeBytes / partBytes);
    if (parts.some(({ number }) => number > max)) throw invalid('parts', 'tooBig', { max });
    // Joined before: only its end hasn't been told.
    const isJoined = file.offset === sizeBytes;
    const stored = parts.map(({ number }) => ({ number, isStored: true, url: '', headers: {} }));
    if (isJoined) return { parts: stored };
    const signed = await direct.sign(fileId, sizeBytes, parts);
    const lease = activeLease?.lease ?? null;
    await saveProgress(ctx, { fileId, from: 0, to: 0, crc32: file.crc32, lease });
    return { parts: signed };
  } finally {
    await upload.release();
  }
}

/** Shorter than proxies are patient. */
const waitMs = 15_000;

/** By the file. A client that asks again waits for the same work. */
const finishing = new Map<string, Promise<void>>();

/** @returns false when it takes longer, or when another node is at it */
async function finishOrWait(place: DirectPlace): Promise<boolean> {
  const { ctx, target, destination } = place;
  const { fileId } = target;
  const file = await findUploadState(ctx, { fileId, destination });
  if (file.complete) return true;
  checkDirect(ctx, file);
  const running =
    finishing.get(fileId) ?? finishDirect(place, performance.now()).finally(() => finishing.delete(fileId));
  finishing.set(fileId, running);
  const late = new AbortController();
  const isOver = running.then(() => true).finally(() => late.abort());
  isOver.catch((error: unknown) => ctx.log.info({ err: error, fileId }, 'a direct upload was refused'));
  try {
    return await Promise.race([isOver, sleep(waitMs, false, { signal: late.signal }).catch(() => isOver)]);
  } catch (error) {
    if (error instanceof AppError && error.code === 'upload.busy') return false;
    throw error;
  }
}
