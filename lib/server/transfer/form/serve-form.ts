import 'server-only';
import type { SuccessKey } from '@/lib/contract/http/endpoint';
import { translator } from '@/lib/i18n/translator';
import type { AliasContext } from '@/lib/server/context';
import { creationKeyOf } from '@/lib/server/http/proof';
import { localeOf } from '@/lib/server/http/refusal';
import { inboxQuota, senderReceiptHash, storeDelivery } from '@/lib/server/services/album/senders';
import { checkDeliveryTime } from '@/lib/server/services/delivery/form-rules';
import { checkInboxSeal } from '@/lib/server/services/delivery/sealed-inbox';
import { existingShareQuota, newShareQuota, storeFiles, storeShare } from '@/lib/server/services/form/store';
import type { RemainingQuota } from '@/lib/server/services/quota/usage';
import { prepareAliasShare, prepareOwnShare } from '@/lib/server/services/share/create';
import { checkTakesFiles, shareNamedBy } from '@/lib/server/services/upload/access';
import { authorizeAgain, authorizeUpload, type UploadAuthorization } from '../authorization';
import {
  errorResponse,
  type TransferRequest,
  type TransferResponse,
  type TransferTarget,
  textResponse,
} from '../messages';
import { FormReader, parseBoundary } from './form-reader';
import { receiveForm } from './receive-form';

/** Handles a multipart form: into a new share, or into an existing one. */
export async function serveForm(request: TransferRequest, target: TransferTarget): Promise<TransferResponse> {
  try {
    const authorization = await authorizeUpload(request, target);
    await authorization.ctx.storage.checkFreeSpace?.(Number(request.headers.get('content-length') ?? 0));
    return target.id === ''
      ? await createShare(request, authorization)
      : await fillShare(request, authorization, target);
  } catch (error) {
    return target.id === '' ? withId(error, request) : errorResponse(error, request);
  }
}

async function createShare(
  request: TransferRequest,
  authorization: UploadAuthorization,
): Promise<TransferResponse> {
  const key = creationKeyOf(request.headers);
  if (authorization.by === 'alias') await checkPlainDelivery(authorization.ctx);
  const quota = await quotaFor(authorization);
  const boundary = parseBoundary(request.headers);
  const options = { parts: () => new FormReader(request.body, boundary), quota, hasMeta: true };
  const saved = await receiveForm(authorization, options, async ({ properties, files }) => {
    const { by, ctx, allowed } = await authorizeAgain(request, authorization);
    if (by !== 'alias') return storeShare(ctx, await prepareOwnShare(ctx, properties, key), files);
    const share = await prepareAliasShare(ctx, properties, key);
    return storeDelivery(ctx, { allowed, files, share, addedBy: senderReceiptHash(request.headers), key });
  });
  return successResponse(request, 'share.created', saved);
}

async function fillShare(
  request: TransferRequest,
  authorization: UploadAuthorization,
  { id }: TransferTarget,
): Promise<TransferResponse> {
  const key = creationKeyOf(request.headers);
  const shareId = shareNamedBy(authorization.ctx, id);
  const isSealed = await checkTakesFiles(authorization.ctx, { shareId, allowed: authorization.allowed });
  const boundary = parseBoundary(request.headers);
  const quota = await existingShareQuota(authorization.ctx, shareId);
  const options = { parts: () => new FormReader(request.body, boundary), quota, hasMeta: false, isSealed };
  await receiveForm(authorization, options, async ({ files }) => {
    const { ctx, allowed } = await authorizeAgain(request, authorization);
    await storeFiles(ctx, {
      shareId,
      allowed,
      files,
      key,
      addedBy: ctx.alias ? senderReceiptHash(request.headers) : null,
    });
  });
  return successResponse(request, 'share.saved', {});
}

/** No form and no program makes a sealed one. @throws alias.notYetOpen, alias.closed, alias.sealedOnly */
export async function checkPlainDelivery({ db, alias, now }: AliasContext): Promise<void> {
  checkDeliveryTime(alias.form, now);
  await checkInboxSeal(db, { aliasId: alias.id });
}

export const quotaFor = ({ by, ctx }: UploadAuthorization): Promise<RemainingQuota> =>
  by === 'alias' ? inboxQuota(ctx) : newShareQuota(ctx, ctx.viewer.id);

function successResponse(
  request: TransferRequest,
  says: SuccessKey,
  { id, receipt }: { id?: string; receipt?: string },
): TransferResponse {
  const message = translator(localeOf(request.headers))(`says.${says}`);
  return textResponse(200, JSON.stringify({ success: true, message, code: null, id, receipt }), true);
}

/** A refusal with status 200 has all fields of the success. */
function withId(error: unknown, request: TransferRequest): TransferResponse {
  const response = errorResponse(error, request);
  if (response.status !== 200) return response;
  return textResponse(200, JSON.stringify({ ...JSON.parse(String(response.body)), id: '' }), true);
}
