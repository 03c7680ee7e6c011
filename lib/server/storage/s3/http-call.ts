import 'server-only';
import { once } from 'node:events';
import http, { type ClientRequest, type IncomingMessage } from 'node:http';
import https from 'node:https';
import { parseRefusal } from './errors';

export type BucketBody = { sizeBytes: number; chunks: () => AsyncIterable<Buffer[]> };

export type BucketCall = {
  method: string;
  url: string;
  headers?: Record<string, string>;
  body?: BucketBody;
  silenceMs: number;
};

const errorBytes = 64 * 1024;

const keepAlive = { keepAlive: true, maxFreeSockets: 64 };
const keepAliveBounded = { ...keepAlive, maxSockets: 256 };

/** Reads have sockets of their own without a limit, because a slow reader occupies its socket. */
const readAgents = { plain: new http.Agent(keepAlive), secure: new https.Agent(keepAlive) };
const writeAgents = { plain: new http.Agent(keepAliveBounded), secure: new https.Agent(keepAliveBounded) };

/**
 * Calls a signed URL. Amazon's client hashes each byte and copies it through several streams, which costs more than
 * sending it.
 * @throws BucketRefusal for any status from 300 on
 */
export async function callBucket(call: BucketCall): Promise<IncomingMessage> {
  const response = await sendRequest(call);
  const status = response.statusCode ?? 0;
  if (status < 300) return response;
  const refusal = parseRefusal(status, await readText(response));
  response.destroy(); // the rest of the body may still be coming
  throw refusal;
}

/** Reads the response to its end, so that its connection can be reused. */
export async function discardBody(response: IncomingMessage): Promise<void> {
  response.resume();
  if (!response.readableEnded) await once(response, 'end'); // rejects when the connection breaks
}

function sendRequest({ method, url, headers = {}, body, silenceMs }: BucketCall): Promise<IncomingMessage> {
  const isSecure = url.startsWith('https:');
  const agents = method === 'GET' ? readAgents : writeAgents;
  const request = (isSecure ? https : http).request(url, {
    method,
    agent: isSecure ? agents.secure : agents.plain,
    headers: body ? { ...headers, 'content-length': body.sizeBytes } : headers,
  });
  return new Promise((resolve, reject) => {
    const fail = (error: Error) => {
      request.destroy(error);
      reject(error); // without a connection there is no error event
    };
    const giveUp = () => fail(new Error(`No sign of life for ${silenceMs} ms`));
    untilConnected(request, setTimeout(giveUp, silenceMs));
    request.setTimeout(silenceMs, giveUp);
    request.once('response', resolve);
    request.on('error', reject);
    send(request, body).catch(fail);
  });
}

/** A socket's timeout starts when it is connected, but a call may wait for a socket. */
function untilConnected(request: ClientRequest, timer: NodeJS.Timeout): void {
  const stop = () => clearTimeout(timer);
  request.once('close', stop);
  request.once('socket', (socket) => {
    if (socket.connecting) socket.once('connect', stop);
    else stop();
  });
}

async function send(request: ClientRequest, body: BucketBody | undefined): Promise<void> {
  const closed = new Promise<void>((resolve) => request.once('close', resolve));
  if (body) {
    for await (const chunks of body.chunks()) {
      request.cork();
      let isTaken = true;
      for (const chunk of chunks) isTaken = request.write(chunk);
      request.uncork();
      if (!isTaken) await Promise.race([new Promise((resolve) => request.once('drain', resolve)), closed]);
      if (request.destroyed) return;
    }
  }
  request.end();
}

async function readText(response: IncomingMessage): Promise<string> {
  let text = '';
  try {
    for await (const chunk of response) {
      text += chunk;
      if (text.length > errorBytes) break;
    }
  } catch {}
  return text;
}
