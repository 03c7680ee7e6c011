import 'server-only';
import { config } from '@/lib/server/config';
import type { Context } from '@/lib/server/context';
import { checkUploadable, type Destination } from '@/lib/server/services/upload/access';
import type { Answer, DataRequest } from '../exchange';
import type { Target } from '../paths';
import { refuse } from '../refuse';
import { checksumAlgorithms } from './checksum';
import { append, create } from './create-and-append';
import { throughEntrance } from './entrance';
import { RequestUpload } from './request-upload';
import { answerTus, tusVersion } from './tus';
import { methodOf, type TusRequest, tusRequestOf } from './tus-request';

/** One request of a resumable upload. What it asks for: tus-request.ts; what becomes of its bytes: `RequestUpload`. */
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
  const { destination } = target;
  const method = methodOf(request, target);
  if (method === 'OPTIONS') await checkUploadable(ctx.db, destination); // all others ask with what they do
  const tusRequest = tusRequestOf(ctx, { ...request, method }, destination);
  const upload = new RequestUpload(tusRequest);
  if (method === 'POST')
    return finished(await createOrTakeBack(upload, target, tusRequest), upload, tusRequest);
  if (method === 'PATCH') return finished(await append(upload, target, tusRequest), upload, tusRequest);
  return finished(answerOf(await answerTus({ method, upload, target }, ctx)), upload, tusRequest);
}

/** A creation that doesn't get through with its bytes is taken back: nobody learned its address, so it must not count. */
async function createOrTakeBack(upload: RequestUpload, target: Target, request: TusRequest): Promise<Answer> {
  const { ctx, body, bringsBytes } = request;
  let isThrough = false;
  try {
    const answer = await create(upload, target, request);
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

/** With the headers of tus that don't come from @tus/server. */
function finished(answer: Answer, { file }: RequestUpload, { method, ctx }: TusRequest): Answer {
  const { headers } = answer;
  headers['tus-resumable'] = tusVersion;
  if (method === 'OPTIONS') headers['tus-checksum-algorithm'] = checksumAlgorithms.join(',');
  if (method === 'HEAD') headers['tus-max-size'] = String(ctx.config.MAX_SIZE);
  if (file?.expiresAt) headers['upload-expires'] = file.expiresAt.toUTCString();
  return answer;
}
