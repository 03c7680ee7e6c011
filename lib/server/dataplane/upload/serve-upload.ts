import 'server-only';
import { AppError } from '@/lib/contract/errors';
import { config } from '@/lib/server/config';
import type { Context } from '@/lib/server/context';
import { invalid } from '@/lib/server/http/invalid';
import type { RequestHeaders } from '@/lib/server/request-headers';
import { checkUploadable, type Destination } from '@/lib/server/services/upload/access';
import type { Answer, DataRequest } from '../exchange';
import type { Target } from '../paths';
import { refuse } from '../refuse';
import { checksumAlgorithms, expectedChecksum } from './checksum';
import type { Delivery } from './delivery';
import { throughEntrance } from './entrance';
import { newFileOf } from './new-file';
import { RequestUpload } from './request-upload';
import { answerTus, tusVersion } from './tus';
import { append, create } from './writing';

const uploadType = 'application/offset+octet-stream';

/** One request of a resumable upload: who may is decided here, what it means by tus, what is stored by `RequestUpload`. */
export async function serveUpload(request: DataRequest, target: Target): Promise<Answer> {
  try {
    return await throughEntrance(request, target, (ctx, allowed) =>
      speakTus(ctx, request, { ...target, destination: { shareId: target.id, allowed } }),
    );
  } catch (error) {
    const answer = refuse(error, request);
    answer.headers['tus-resumable'] = tusVersion;
    if (answer.status === 412) answer.headers['tus-version'] = tusVersion;
    if (answer.status === 413) answer.headers['tus-max-size'] = String(config().MAX_SIZE);
    return answer;
  }
}

async function speakTus(
  ctx: Context,
  request: DataRequest,
  target: Target & { destination: Destination },
): Promise<Answer> {
  const { headers, body } = request;
  const { destination } = target;
  const method = methodOf(request, target);
  if (method === 'OPTIONS') await checkUploadable(ctx.db, destination); // all others ask with what they do
  checkHeaders(method, headers);
  const newFile = method === 'POST' ? newFileOf(headers) : null;

  const length = lengthOf(headers);
  const isUpload = headers.get('content-type') === uploadType;
  const delivery: Delivery = {
    ctx,
    destination,
    body,
    length,
    newFile,
    expected: method === 'PATCH' || method === 'POST' ? expectedChecksum(headers) : null,
    isOnlyLooking: method === 'HEAD',
    isUpload,
    bringsBytes: isUpload && length !== 0,
    offset: Number(headers.get('upload-offset')),
  };
  const upload = new RequestUpload(delivery);
  if (method === 'POST')
    return finished(await createOrTakeBack(upload, target, delivery), method, upload, ctx);
  if (method === 'PATCH') return finished(await append(upload, target, delivery), method, upload, ctx);
  const answer = answerOf(await answerTus({ method, upload, target }, ctx));
  return finished(answer, method, upload, ctx);
}

/** A POST to a file writes to it, as it always did in this API; some clients can't send PATCH at all. */
function methodOf({ method, headers }: DataRequest, { fileId }: Target): string {
  if (method !== 'POST' || fileId === '') return method;
  return headers.get('x-http-method-override')?.toUpperCase() === 'DELETE' ? 'DELETE' : 'PATCH';
}

function checkHeaders(method: string, headers: RequestHeaders): void {
  if (method === 'OPTIONS') return;
  if (headers.get('tus-resumable') !== tusVersion) throw new AppError('upload.version');
  for (const name of ['Upload-Concat', 'Upload-Defer-Length']) {
    if (method === 'POST' && headers.has(name)) throw invalid(name, 'unsupported');
  }
  if (method !== 'PATCH') return;
  const offset = headers.get('upload-offset');
  if (offset === null) throw new AppError('upload.offsetMissing');
  if (!/^\d{1,15}$/.test(offset)) throw invalid('Upload-Offset', 'wrongType');
  if (headers.get('content-type') !== uploadType) throw new AppError('upload.contentType');
}

function lengthOf(headers: RequestHeaders): number | null {
  const length = headers.get('content-length');
  return length === null ? null : Number(length);
}

/** A creation that doesn't get through with its bytes is taken back: nobody learned its address, so it must not count. */
async function createOrTakeBack(upload: RequestUpload, target: Target, delivery: Delivery): Promise<Answer> {
  const { ctx, body, bringsBytes } = delivery;
  let isThrough = false;
  try {
    const answer = await create(upload, target, delivery);
    isThrough = !bringsBytes || body?.readableEnded === true;
    return answer;
  } finally {
    if (!isThrough && upload.file) {
      await upload.remove(upload.file.id).catch((error: unknown) => {
        ctx.log.warn({ err: error }, 'an upload that nobody knows stays until it expires');
      });
    }
  }
}

/** tus' own answer without what it says to other sites' pages. */
function answerOf(response: Response): Answer {
  const headers: Answer['headers'] = {};
  for (const [name, value] of response.headers) {
    // The length of a text that stays here: with it a client would wait for what never comes.
    if (!name.startsWith('access-control-') && name !== 'content-length') headers[name] = value;
  }
  return { status: response.status, headers, body: null };
}

/** With what only `RequestUpload` knows. */
function finished(answer: Answer, method: string, { file }: RequestUpload, { config }: Context): Answer {
  const { headers } = answer;
  headers['tus-resumable'] = tusVersion;
  if (method === 'OPTIONS') headers['tus-checksum-algorithm'] = checksumAlgorithms.join(',');
  if (method === 'HEAD') headers['tus-max-size'] = String(config.MAX_SIZE);
  if (file?.expiresAt) headers['upload-expires'] = file.expiresAt.toUTCString();
  return answer;
}
