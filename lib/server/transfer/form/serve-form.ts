import 'server-only';
import type { SuccessKey } from '@/lib/contract/http/says';
import { translator } from '@/lib/i18n/translator';
import { localeOf } from '@/lib/server/http/refusal';
import { senderReceiptHash } from '@/lib/server/services/album/own-files';
import { inboxQuota, storeDelivery } from '@/lib/server/services/album/store-delivery';
import { checkDeliveryTime } from '@/lib/server/services/delivery/open-times';
import { existingShareQuota, newShareQuota, storeFiles, storeShare } from '@/lib/server/services/form/store';
import type { RemainingQuota } from '@/lib/server/services/quota/refusal';
import { prepareAliasShare, prepareOwnShare } from '@/lib/server/services/share/create';
import { checkUploadable, shareNamedBy } from '@/lib/server/services/upload/access';
import { authorizeAgain, authorizeUpload, type UploadAuthorization } from '../authorization';
import type { TransferRequest, TransferResponse } from '../messages';
import { errorResponse } from '../refuse';
import type { TransferTarget } from '../target';
import { FormReader } from './form-reader';
import { boundaryOf } from './form-type';
import { receiveForm } from './receive-form';

/** Files in one request, as forms and simple tools send them: into a share of their own, or into one that is there. */
export async function serveForm(request: TransferRequest, target: TransferTarget): Promise<TransferResponse> {
  try {
    const authorization = await authorizeUpload(request, target);
    await authorization.ctx.storage.checkFreeSpace?.(Number(request.headers.get('content-length') ?? 0));
    return target.id === ''
      ? await makeShare(request, authorization)
      : await fillShare(request, authorization, target);
  } catch (error) {
    return target.id === '' ? withId(error, request) : errorResponse(error, request);
  }
}

async function makeShare(
  request: TransferRequest,
  authorization: UploadAuthorization,
): Promise<TransferResponse> {
  if (authorization.by === 'alias') checkDeliveryTime(authorization.ctx.alias.form, authorization.ctx.now);
  const room = await roomFor(authorization);
  const boundary = boundaryOf(request.headers);
  const terms = { parts: () => new FormReader(request.body, boundary), room, hasMeta: true };
  const made = await receiveForm(authorization, terms, async ({ properties, files }) => {
    const { by, ctx, allowed } = await authorizeAgain(request, authorization);
    if (by !== 'alias') return storeShare(ctx, await prepareOwnShare(ctx, properties), files);
    const share = await prepareAliasShare(ctx, properties);
    return storeDelivery(ctx, { allowed, files, share, addedBy: senderReceiptHash(request.headers) });
  });
  return done(request, 'share.created', made);
}

async function fillShare(
  request: TransferRequest,
  authorization: UploadAuthorization,
  { id }: TransferTarget,
): Promise<TransferResponse> {
  const shareId = shareNamedBy(authorization.ctx, id);
  await checkUploadable(authorization.ctx.db, { shareId, allowed: authorization.allowed });
  const boundary = boundaryOf(request.headers);
  const room = await existingShareQuota(authorization.ctx, shareId);
  const terms = { parts: () => new FormReader(request.body, boundary), room, hasMeta: false };
  await receiveForm(authorization, terms, async ({ files }) => {
    const { ctx, allowed } = await authorizeAgain(request, authorization);
    await storeFiles(ctx, {
      shareId,
      allowed,
      files,
      addedBy: ctx.alias ? senderReceiptHash(request.headers) : null,
    });
  });
  return done(request, 'share.saved', {});
}

/** What a request may bring that makes a share, or comes through an alias. */
export const roomFor = ({ by, ctx }: UploadAuthorization): Promise<RemainingQuota> =>
  by === 'alias' ? inboxQuota(ctx) : newShareQuota(ctx, ctx.viewer.id);

type Made = { id?: string; receipt?: string };

function done(request: TransferRequest, says: SuccessKey, { id, receipt }: Made): TransferResponse {
  const message = translator(localeOf(request.headers))(`says.${says}`);
  return jsonAnswer(200, { success: true, message, code: null, id, receipt });
}

/** An expected refusal has all the fields of the success. */
function withId(error: unknown, request: TransferRequest): TransferResponse {
  const answer = errorResponse(error, request);
  if (answer.status !== 200) return answer;
  return jsonAnswer(200, { ...JSON.parse(String(answer.body)), id: '' });
}

function jsonAnswer(status: number, body: object): TransferResponse {
  const text = JSON.stringify(body);
  const headers = {
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(text)),
    'cache-control': 'no-store',
  };
  return { status, headers, body: text };
}
