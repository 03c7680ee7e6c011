import 'server-only';
import { AppError } from '@/lib/contract/errors';
import type { SuccessKey } from '@/lib/contract/http/endpoint';
import { headerNames } from '@/lib/contract/http/names';
import type { ShareProperties } from '@/lib/contract/share/share-shapes';
import { mediaType } from '@/lib/domain/file/file-type';
import { translator } from '@/lib/i18n/translator';
import { paths } from '@/lib/paths';
import type { AliasContext } from '@/lib/server/context';
import { invalid } from '@/lib/server/http/invalid';
import { creationKeyOf } from '@/lib/server/http/proof';
import { localeOf } from '@/lib/server/http/refusal';
import { senderReceiptHash, storeDelivery } from '@/lib/server/services/album/senders';
import { storeShare } from '@/lib/server/services/form/store';
import { notifyReceivers } from '@/lib/server/services/notice/notify-receivers';
import { checkShareProperties, prepareAliasShare, prepareOwnShare } from '@/lib/server/services/share/create';
import { publishWithin } from '@/lib/server/services/share/publish';
import { authorizeAgain, authorizeUpload, isThroughAlias, type UploadAuthorization } from '../authorization';
import { FormReader, parseBoundary } from '../form/form-reader';
import type { PartSource } from '../form/part';
import { checkEarly, propertiesOf } from '../form/read-meta';
import { receiveForm } from '../form/receive-form';
import { checkPlainDelivery, quotaFor } from '../form/serve-form';
import {
  errorResponse,
  plainRefusal,
  type TransferRequest,
  type TransferResponse,
  type TransferTarget,
  textResponse,
  wantsJson,
} from '../messages';
import { parseShareProperties, WholeBody } from './send-request';

/** Handles files from the command line: makes a published share, or a delivery through an alias. */
export async function serveSend(request: TransferRequest, target: TransferTarget): Promise<TransferResponse> {
  try {
    return await handleSend(isThroughAlias(target) ? withAlias(request, target) : request, target);
  } catch (error) {
    const answer = errorResponse(error, request);
    return plainRefusal(answer, request);
  }
}

async function handleSend(request: TransferRequest, target: TransferTarget): Promise<TransferResponse> {
  if (request.headers.get('content-range') !== null) throw invalid('Content-Range', 'unsupported');
  const authorization = await authorizeUpload(request, target);
  const { ctx } = authorization;
  await ctx.storage.checkFreeSpace?.(Number(request.headers.get('content-length') ?? 0));
  if (authorization.by === 'alias') return deliver(request, target, authorization);
  const properties = parseShareProperties(request, ctx);
  checkShareProperties(ctx, properties);
  const { id, link } = await receive(request, target, authorization, properties);
  const url = ctx.config.BASE_URL + paths.open(link ?? '');
  return lineResponse(request, {
    line: url,
    location: url,
    json: { ...said(request, 'share.published'), id, link, url },
  });
}

async function deliver(
  request: TransferRequest,
  target: TransferTarget,
  authorization: UploadAuthorization & { by: 'alias' },
): Promise<TransferResponse> {
  const properties = propertiesOf(authorization, '');
  await checkPlainDelivery(authorization.ctx);
  checkEarly(authorization, properties); // such a request can't answer the form's questions
  const { id, receipt } = await receive(request, target, authorization, properties);
  await tellOwner(authorization.ctx, id);
  const answer = said(request, 'share.delivered');
  // An album has no receipts, as all senders see all files.
  const url = receipt && authorization.ctx.config.BASE_URL + paths.receipt(receipt);
  const line = url ? `${answer.message}\n${url}` : answer.message;
  return lineResponse(request, { line, location: null, json: { ...answer, ...(url && { receipt: url }) } });
}

/** Inserts share, files and link in one transaction. */
async function receive(
  request: TransferRequest,
  target: TransferTarget,
  authorization: UploadAuthorization,
  properties: ShareProperties,
): Promise<{ id: string; link: string | null; receipt: string }> {
  const key = creationKeyOf(request.headers);
  const quota = await quotaFor(authorization);
  const terms = { parts: () => partsOf(request, target), quota, hasMeta: false };
  return receiveForm(authorization, terms, async ({ files }) => {
    if (files.length === 0) throw invalid('file', 'missing');
    const again = await authorizeAgain(request, authorization);
    if (again.by === 'alias') {
      const share = await prepareAliasShare(again.ctx, properties, key);
      const { id, receipt } = await storeDelivery(again.ctx, {
        allowed: again.allowed,
        share,
        files,
        addedBy: senderReceiptHash(request.headers),
        key,
      });
      return { id, link: null, receipt: again.ctx.alias.albumId ? '' : receipt };
    }
    const share = await prepareOwnShare(again.ctx, properties, key);
    const { id } = await storeShare(again.ctx, share, files, async (tx) => {
      await publishWithin(again.ctx, tx, { shareId: share.id, reuseId: true });
    });
    const link = await again.ctx.db.publication.findUnique({ where: { shareId: id } });
    return { id, link: link?.linkId ?? null, receipt: '' };
  });
}

/** A POST whose body isn't a form is the file itself, as some programs can't send PUT. */
function partsOf({ method, body, headers }: TransferRequest, { name }: TransferTarget): PartSource {
  const type = mediaType(headers.get('content-type'));
  if (method === 'POST' && type.startsWith('multipart/')) return new FormReader(body, parseBoundary(headers));
  const isEmpty = Number(headers.get('content-length') ?? 0) === 0 && !headers.has('transfer-encoding');
  if (method === 'POST' && isEmpty) throw invalid('file', 'missing');
  return new WholeBody(body, { fileName: name, type: type === defaultType ? '' : type });
}

/** curl's default. */
const defaultType = 'application/x-www-form-urlencoded';

function withAlias(request: TransferRequest, { id }: TransferTarget): TransferRequest {
  const { headers } = request;
  const isAlias = (name: string) => name.toLowerCase() === headerNames.alias.toLowerCase();
  const get = (name: string) => (isAlias(name) ? id : headers.get(name));
  return { ...request, headers: { get, has: (name) => get(name) !== null } };
}

/** A failure changes nothing for the sender. */
async function tellOwner(ctx: AliasContext, shareId: string): Promise<void> {
  try {
    await notifyReceivers(ctx, { shareId });
  } catch (error) {
    if (!(error instanceof AppError)) ctx.log.warn({ err: error }, 'nobody was told of a delivery');
  }
}

type Said = { line: string; location: string | null; json: object };

function lineResponse({ headers }: TransferRequest, { line, location, json }: Said): TransferResponse {
  const isJson = wantsJson(headers);
  const answer = textResponse(201, isJson ? JSON.stringify(json) : `${line}\n`, isJson);
  if (location !== null) answer.headers.location = location;
  return answer;
}

function said(request: TransferRequest, says: SuccessKey) {
  const message = translator(localeOf(request.headers))(`says.${says}`, {} as { sent: number });
  return { success: true, message, code: null };
}
