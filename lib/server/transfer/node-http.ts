import 'server-only';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { innerHeaders } from '@/lib/server/http/inner-headers';
import { log } from '@/lib/server/log';
import { requestHeaders } from '@/lib/server/request-headers';
import type { ByteStream, TransferResponse } from './messages';
import { patienceWith } from './paused-readers';
import { sendStream } from './send-stream';
import { serve } from './serve';
import type { TransferTarget } from './target';
import { uploadLocks } from './tus/lock/process-locks';

/** How long the rest of a refused body is read and dropped, so that the client gets to see the refusal. */
const lingerMs = 2_000;

/** Answers one request of the front door. Never rejects. */
export async function serveTransfer(
  req: IncomingMessage,
  res: ServerResponse,
  target: TransferTarget,
): Promise<void> {
  try {
    const { method = 'GET', url = '/' } = req;
    const answer = await serve({ method, url, headers: requestHeaders(req.headers), body: req }, target);
    await send(req, res, answer);
  } catch (error) {
    log().error({ req: req.headers[innerHeaders.request], err: error }, 'sending an answer failed');
    res.destroy();
  }
}

/** Ends running uploads: what has arrived is stored and acknowledged before this resolves. New ones are refused. */
export const closeUploads = (): Promise<void> => uploadLocks.close();

async function send(req: IncomingMessage, res: ServerResponse, { status, headers, body }: TransferResponse) {
  const isCutShort = !req.complete; // a body that nobody will read: the connection can't go on
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
    if (await sendStream(res, req.socket, body, patienceWith(res, req.socket))) res.end();
  } catch (error) {
    const id = req.headers[innerHeaders.request];
    log().error({ req: id, err: error }, 'reading a file failed while it was sent');
    res.destroy(); // the client must see that this is not the whole
  }
}
