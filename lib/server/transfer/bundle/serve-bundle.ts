import 'server-only';
import type { BundleLine } from '@/lib/domain/file/bundle';
import { invalid } from '@/lib/server/http/invalid';
import { refusalOf } from '@/lib/server/http/refusal';
import { newId } from '@/lib/server/ids';
import { senderReceiptHash } from '@/lib/server/services/album/senders';
import { existingShareQuota } from '@/lib/server/services/form/store';
import { checkTakesFiles, shareNamedBy } from '@/lib/server/services/upload/access';
import { authorizeAgain, authorizeUpload } from '../authorization';
import { errorResponse, type TransferRequest, type TransferResponse, type TransferTarget } from '../messages';
import { type ProcessLock, uploadLocks } from '../tus/lock/process-locks';
import type { GroupPlace, RecordResult } from './group-file';
import { Intake } from './intake';
import { BundleEnd, readBundle } from './read-bundle';
import { storeGroup } from './store-group';

/** Handles many small files in one request. Each is answered by a line, in any order, once it is on stable storage. */
export async function serveBundle(
  request: TransferRequest,
  target: TransferTarget,
): Promise<TransferResponse> {
  try {
    const { headers } = request;
    if ((headers.get('content-encoding') ?? 'identity') !== 'identity')
      throw invalid('Content-Encoding', 'unsupported');
    const authorization = await authorizeUpload(request, target);
    const { ctx, allowed } = authorization;
    const shareId = shareNamedBy(ctx, target.id);
    await ctx.storage.checkFreeSpace?.(Number(headers.get('content-length') ?? 0));
    const destination = { shareId, allowed };
    await checkTakesFiles(ctx, destination);
    const room = await existingShareQuota(ctx, shareId);
    const addedBy = ctx.alias ? senderReceiptHash(headers) : null;
    const body = answer(request, { target, authorization, destination, addedBy, room });
    return { status: 200, headers: answerHeaders, body, isAnsweredEarly: true };
  } catch (error) {
    return errorResponse(error, request);
  }
}

/** Proxies must neither keep nor gather the lines. */
const answerHeaders = {
  'content-type': 'application/x-ndjson',
  'cache-control': 'no-store',
  'x-accel-buffering': 'no',
};

/** A session, inbox or link that ends meanwhile is noticed before the next group. */
async function* answer(request: TransferRequest, place: GroupPlace): AsyncGenerator<Buffer, undefined> {
  const over = new AbortController();
  let lock: ProcessLock | null = null;
  let intake: Intake | null = null;
  try {
    lock = await uploadLocks.acquire(newId());
    intake = new Intake(readBundle(request.body, AbortSignal.any([lock.stop, over.signal])));
    for (let group = await intake.take(); group.length > 0; group = await intake.take()) {
      place.authorization = await authorizeAgain(request, place.authorization);
      place.destination = { ...place.destination, allowed: place.authorization.allowed };
      const results = await storeGroup(place, group);
      yield Buffer.from(results.map((result) => lineOf(request, result)).join(''));
    }
  } catch (error) {
    yield Buffer.from(lastLine(request, error));
  } finally {
    over.abort();
    intake?.close();
    lock?.release();
  }
}

function lineOf(request: TransferRequest, result: RecordResult): string {
  const { key } = result;
  return format('id' in result ? { key, id: result.id } : { key, ...refusalIn(request, result.error) });
}

const lastLine = (request: TransferRequest, error: unknown): string =>
  error instanceof BundleEnd
    ? format({ ...(error.key !== undefined && { key: error.key }), ...refusalIn(request, error.reason) })
    : format(refusalIn(request, error));

function refusalIn(request: TransferRequest, error: unknown): Pick<BundleLine, 'code' | 'message'> {
  const { code, message } = refusalOf(error, request).body;
  return { code, message };
}

const format = (line: BundleLine): string => `${JSON.stringify(line)}\n`;
