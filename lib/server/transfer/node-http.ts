import 'server-only';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { innerHeaders } from '@/lib/server/http/inner-headers';
import { log } from '@/lib/server/log';
import { requestHeaders } from '@/lib/server/request-headers';
import type { ByteStream, TransferResponse, TransferTarget } from './messages';
import { sendStream, trackPauses } from './send-stream';
import { serve } from './serve';
import { uploadLocks } from './tus/lock/process-locks';

/** The rest of a refused body is discarded for this long, as some clients only read the response after sending it. */
const lingerMs = 2_000;

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

/** Stops uploads. Received bytes are stored and acknowledged before this resolves; new uploads are refused. */
export const closeUploads = (): Promise<void> => uploadLocks.close();

async function send(req: IncomingMessage, res: ServerResponse, { status, headers, body }: TransferResponse) {
  const isCutShort = !req.complete; // the unread body makes the connection unusable
  if (isCutShort) res.setHeader('connection', 'close');
  for (const [name, value] of Object.entries(headers)) res.setHeader(name, value);
  res.writeHead(status);
  if (body !== null && typeof body !== 'string') return stream(req, res, body);
  if (body !== null) res.write(body);
  else res.flushHeaders();
  if (isCutShort) await linger(req);
  res.end();
}

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
    if (await sendStream(res, req.socket, body, trackPauses(res, req.socket))) res.end();
  } catch (error) {
    const id = req.headers[innerHeaders.request];
    log().error({ req: id, err: error }, 'reading a file failed while it was sent');
    res.destroy(); // the client must see that the body is incomplete
  }
}
