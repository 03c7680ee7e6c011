import 'server-only';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '@/lib/contract/errors';
import { paths } from '@/lib/paths';
import { innerHeaders } from '@/lib/server/http/inner-headers';
import { log } from '@/lib/server/log';
import { requestHeaders } from '@/lib/server/request-headers';
import { serveBundle } from './bundle/serve-bundle';
import { serveDirect, serveDirectDone } from './direct/serve-direct';
import { serveFile } from './download/serve-file';
import { serveForm } from './form/serve-form';
import { serveListing } from './listing/serve-listing';
import { serveTable } from './listing/serve-table';
import { closeLive, serveLive } from './live/serve-live';
import {
  type ByteStream,
  errorResponse,
  type TransferKind,
  type TransferRequest,
  type TransferResponse,
  type TransferTarget,
} from './messages';
import { serveProbe } from './probe/serve-probe';
import { serveSend } from './send/serve-send';
import { sendStream, trackPauses } from './send-stream';
import { serveThumbnail } from './thumbnail/serve-thumbnail';
import { uploadLocks } from './tus/lock/process-locks';
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
  dataZip: ['zip', serveZip],
  inboxZip: ['zip', serveZip],
  roundZip: ['zip', serveZip],
  openZip: ['zip', serveZip],
  shareLive: ['live', serveLive],
  inboxTable: ['call', serveTable],
  inboxWorkbook: ['call', serveTable],
  roundTable: ['call', serveTable],
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
  bundle: ['upload', serveBundle],
  aliasBundle: ['upload', serveBundle],
  direct: ['upload', serveDirect],
  directDone: ['upload', serveDirectDone],
  aliasDirect: ['upload', serveDirect],
  aliasDirectDone: ['upload', serveDirectDone],
  probe: ['probe', serveProbe],
} as const satisfies Record<TransferKind, readonly [string, TransferHandler]>;

export type TransferClass = (typeof handlers)[TransferKind][0];

export const transferClass = (kind: TransferKind): TransferClass => handlers[kind][0];

/** Never rejects. */
export async function serveTransfer(
  req: IncomingMessage,
  res: ServerResponse,
  target: TransferTarget,
): Promise<void> {
  try {
    const { method = 'GET', url = '/' } = req;
    const response = await serve({ method, url, headers: requestHeaders(req.headers), body: req }, target);
    await send(req, res, response);
  } catch (error) {
    log().error({ req: req.headers[innerHeaders.request], err: error }, 'sending an answer failed');
    res.destroy();
  }
}

/**
 * Ends what would last: pages stop listening, and received bytes are stored and acknowledged before this resolves. New
 * uploads and listeners are refused.
 */
export function closeLasting(): Promise<void> {
  closeLive();
  return uploadLocks.close();
}

/** Never throws. */
async function serve(request: TransferRequest, target: TransferTarget): Promise<TransferResponse> {
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

async function send(req: IncomingMessage, res: ServerResponse, response: TransferResponse) {
  const { status, headers, body, isAnsweredEarly = false, onClose } = response;
  if (onClose) res.once('close', onClose);
  const isCutShort = !req.complete && !isAnsweredEarly; // the unread body makes the connection unusable
  if (isCutShort) res.setHeader('connection', 'close');
  for (const [name, value] of Object.entries(headers)) res.setHeader(name, value);
  res.writeHead(status);
  if (body !== null && typeof body !== 'string') return stream(req, res, body);
  if (body !== null) res.write(body);
  else res.flushHeaders();
  if (isCutShort) await linger(req);
  res.end();
}

/** The rest of a refused body is discarded for this long, as some clients only read the response after sending it. */
const lingerMs = 2_000;

async function linger(req: IncomingMessage): Promise<void> {
  if (req.destroyed) return;
  const over = new Promise<void>((resolve) => {
    req.once('end', resolve);
    req.once('close', resolve);
  });
  req.resume();
  await Promise.race([over, sleep(lingerMs, undefined, { ref: false })]);
}

async function stream(req: IncomingMessage, res: ServerResponse, body: ByteStream): Promise<void> {
  try {
    if (!(await sendStream(res, req.socket, body, trackPauses(res, req.socket)))) return;
    const isCutShort = !req.complete;
    if (isCutShort) await linger(req);
    res.end();
    if (isCutShort) res.once('finish', () => req.socket.destroySoon());
  } catch (error) {
    const id = req.headers[innerHeaders.request];
    // A deliberate cut is no failure.
    if (!(error instanceof AppError))
      log().error({ req: id, err: error }, 'reading a file failed while it was sent');
    res.destroy(); // the client must see that the body is incomplete
  }
}
