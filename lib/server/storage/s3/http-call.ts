import 'server-only';
import { once } from 'node:events';
import http, { type ClientRequest, type IncomingMessage } from 'node:http';
import https from 'node:https';
import { refusalFrom } from './errors';

/** Bytes to send: chunks in memory, each handed over at once, or chunks that are read first. */
export type Body = { sizeBytes: number; chunks: () => AsyncIterable<Buffer[]> };

export type Call = {
  method: string;
  url: string;
  headers?: Record<string, string>;
  body?: Body;
  silenceMs: number;
};

const errorBytes = 64 * 1024;

const kept = { keepAlive: true, maxFreeSockets: 64 };
const bounded = { ...kept, maxSockets: 256 };

/** What is read keeps its connection for as long as its reader takes: nobody else must wait for one of those. */
const reading = { plain: new http.Agent(kept), secure: new https.Agent(kept) };
const writing = { plain: new http.Agent(bounded), secure: new https.Agent(bounded) };

/**
 * One call to a signed URL. The usual client hashes every byte and passes it through half a dozen streams, which
 * costs more than sending it; here a part's buffers go to a kept connection as they are.
 * @throws BucketRefusal for any answer from 300 on
 */
export async function exchange(call: Call): Promise<IncomingMessage> {
  const response = await answerTo(call);
  const status = response.statusCode ?? 0;
  if (status < 300) return response;
  const refusal = refusalFrom(status, await textOf(response));
  response.destroy(); // the rest of a body that nobody wants may still be on its way there
  throw refusal;
}

/** Reads an answer of which nothing matters, so that its connection serves the next call. */
export async function finished(response: IncomingMessage): Promise<void> {
  response.resume();
  if (!response.readableEnded) await once(response, 'end'); // rejects when it breaks before
}

function answerTo({ method, url, headers = {}, body, silenceMs }: Call): Promise<IncomingMessage> {
  const isSecure = url.startsWith('https:');
  const agents = method === 'GET' ? reading : writing;
  const request = (isSecure ? https : http).request(url, {
    method,
    agent: isSecure ? agents.secure : agents.plain,
    headers: body ? { ...headers, 'content-length': body.sizeBytes } : headers,
  });
  return new Promise((resolve, reject) => {
    const fail = (error: Error) => {
      request.destroy(error);
      reject(error); // one that has no connection yet wouldn't tell
    };
    const giveUp = () => fail(new Error(`No sign of life for ${silenceMs} ms`));
    untilConnected(request, setTimeout(giveUp, silenceMs));
    request.setTimeout(silenceMs, giveUp);
    request.once('response', resolve);
    request.on('error', reject);
    send(request, body).catch(fail);
  });
}

/** A connection's own clock begins only once it is open, and a call may wait for one. */
function untilConnected(request: ClientRequest, timer: NodeJS.Timeout): void {
  const stop = () => clearTimeout(timer);
  request.once('close', stop);
  request.once('socket', (socket) => {
    if (socket.connecting) socket.once('connect', stop);
    else stop();
  });
}

async function send(request: ClientRequest, body: Body | undefined): Promise<void> {
  const gone = new Promise<void>((resolve) => request.once('close', resolve));
  if (body) {
    for await (const chunks of body.chunks()) {
      request.cork();
      let isTaken = true;
      for (const chunk of chunks) isTaken = request.write(chunk);
      request.uncork();
      if (!isTaken) await Promise.race([new Promise((resolve) => request.once('drain', resolve)), gone]);
      if (request.destroyed) return;
    }
  }
  request.end();
}

async function textOf(response: IncomingMessage): Promise<string> {
  let text = '';
  try {
    for await (const chunk of response) {
      text += chunk;
      if (text.length > errorBytes) break;
    }
  } catch {
    // The status says enough.
  }
  return text;
}
