import 'server-only';
import { paths } from '@/lib/paths';
import { serveFile } from './download/serve-file';
import { serveForm } from './form/serve-form';
import { serveListing } from './listing/serve-listing';
import { serveTable } from './listing/serve-table';
import {
  errorResponse,
  type TransferKind,
  type TransferRequest,
  type TransferResponse,
  type TransferTarget,
} from './messages';
import { serveProbe } from './probe/serve-probe';
import { serveSend } from './send/serve-send';
import { serveThumbnail } from './thumbnail/serve-thumbnail';
import { serveUpload } from './tus/serve-upload';
import { serveZip } from './zip/serve-zip';

type TransferHandler = (request: TransferRequest, target: TransferTarget) => Promise<TransferResponse>;

/** Each call's class in metrics and logs, and its handler. */
const handlers = {
  ownFile: ['download', serveFile],
  openFile: ['download', serveFile],
  openNamed: ['download', serveFile],
  ownThumbnail: ['download', serveThumbnail],
  openThumbnail: ['download', serveThumbnail],
  ownZip: ['zip', serveZip],
  inboxZip: ['zip', serveZip],
  openZip: ['zip', serveZip],
  inboxTable: ['call', serveTable],
  inboxWorkbook: ['call', serveTable],
  openText: ['call', serveListing],
  openSums: ['call', serveListing],
  openUrls: ['call', serveListing],
  form: ['form', serveForm],
  formInto: ['form', serveForm],
  aliasForm: ['form', serveForm],
  aliasFormInto: ['form', serveForm],
  send: ['form', serveSend],
  sendNamed: ['form', serveSend],
  aliasSend: ['form', serveSend],
  aliasSendNamed: ['form', serveSend],
  uploads: ['upload', serveUpload],
  upload: ['upload', serveUpload],
  aliasUploads: ['upload', serveUpload],
  aliasUpload: ['upload', serveUpload],
  probe: ['probe', serveProbe],
} as const satisfies Record<TransferKind, readonly [string, TransferHandler]>;

export type TransferClass = (typeof handlers)[TransferKind][0];

export const transferClass = (kind: TransferKind): TransferClass => handlers[kind][0];

/** Never throws. */
export async function serve(request: TransferRequest, target: TransferTarget): Promise<TransferResponse> {
  try {
    const [, handle] = handlers[target.kind];
    return redirectToPage(await handle(request, target), request, target);
  } catch (error) {
    return errorResponse(error, request);
  }
}

const pageKinds: TransferKind[] = ['openFile', 'openNamed', 'openZip', 'openSums', 'openUrls'];
const pageStatuses = [401, 403, 404];

/**
 * Replaces a refusal by a redirect to the share's page when a browser followed a link: the page asks for the password or
 * says what ended. Programs and our own pages get the refusal.
 */
function redirectToPage(
  response: TransferResponse,
  { headers, method }: TransferRequest,
  { kind, id }: TransferTarget,
): TransferResponse {
  if (!pageStatuses.includes(response.status) || !pageKinds.includes(kind) || method !== 'GET')
    return response;
  const isForPage = (headers.get('sec-fetch-dest') ?? 'document') === 'document';
  const isFollowed = isForPage && headers.get('sec-fetch-site') !== 'same-origin';
  if (!isFollowed || !/text\/html/i.test(headers.get('accept') ?? '')) return response;
  const location = paths.open(id);
  return {
    status: 303,
    headers: { location, 'cache-control': 'no-store', 'content-length': '0' },
    body: null,
  };
}
