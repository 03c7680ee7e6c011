import 'server-only';
import { arrivedCrcHeader } from '@/lib/contract/http/names';
import { directPartHeader } from '@/lib/domain/file/direct-upload';
import { config } from '@/lib/server/config';
import { checkUploadable, shareNamedBy } from '@/lib/server/services/upload/access';
import { withUploadAuthorization } from '../authorization';
import { errorResponse, type TransferRequest, type TransferResponse, type TransferTarget } from '../messages';
import { createJoined } from './concat/create-joined';
import { head } from './concat/head';
import { create } from './create';
import { directPartBytes } from './direct-part';
import { patch } from './patch';
import {
  checksumAlgorithms,
  parseTusRequest,
  type TusRequest,
  type TusResponse,
  tusVersion,
} from './request';
import { handleWithTusServer } from './tus-server';

/** Handles a request of tus 1.0.0 (https://tus.io/protocols/resumable-upload). */
export async function serveUpload(
  request: TransferRequest,
  target: TransferTarget,
): Promise<TransferResponse> {
  try {
    return await withUploadAuthorization(request, target, async (ctx, allowed) => {
      const destination = { shareId: shareNamedBy(ctx, target.id), allowed };
      const tusRequest = parseTusRequest(ctx, request, { target, destination });
      if (tusRequest.method === 'OPTIONS') await checkUploadable(ctx.db, destination); // the other methods check it in their own statements
      return withCommonHeaders(tusRequest, await handle(tusRequest));
    });
  } catch (error) {
    const response = errorResponse(error, request);
    response.headers['tus-resumable'] = tusVersion;
    if (response.status === 412) response.headers['tus-version'] = tusVersion;
    if (response.status === 413) response.headers['tus-max-size'] = String(config().MAX_SIZE);
    return response;
  }
}

function handle(request: TusRequest): Promise<TusResponse> {
  if (request.method === 'POST') return request.concat?.isFinal ? createJoined(request) : create(request);
  if (request.method === 'PATCH') return patch(request);
  return request.method === 'HEAD' ? head(request) : handleWithTusServer(request);
}

function withCommonHeaders(
  { method, ctx }: TusRequest,
  { status, headers, file }: TusResponse,
): TransferResponse {
  headers['tus-resumable'] = tusVersion;
  if (method === 'OPTIONS') headers['tus-checksum-algorithm'] = checksumAlgorithms.join(',');
  if (method === 'HEAD') headers['tus-max-size'] = String(ctx.config.MAX_SIZE);
  if (method === 'HEAD' && file) headers[arrivedCrcHeader.toLowerCase()] = file.crc32;
  const partBytes = file && (method === 'HEAD' || method === 'POST') ? directPartBytes(ctx, file) : null;
  if (partBytes !== null) headers[directPartHeader.toLowerCase()] = String(partBytes);
  if (file?.expiresAt) headers['upload-expires'] = file.expiresAt.toUTCString();
  return { status, headers, body: null };
}
