import 'server-only';
import http, { type ClientRequest, type IncomingMessage } from 'node:http';
import https from 'node:https';
import { parseRefusal } from './errors';

export type BucketCall = { url: string; headers?: Record<string, string>; silenceMs: number };

const errorBytes = 64 * 1024;

/** Without a limit of sockets, because a slow reader occupies its own. */
const agentOptions = { keepAlive: true, maxFreeSockets: 64 };
const agents = { plain: new http.Agent(agentOptions), secure: new https.Agent(agentOptions) };

/**
 * Reads from a signed URL: Amazon's client copies each byte through several streams.
 * @throws BucketRefusal for any status from 300 on
 */
export async function readSignedUrl(call: BucketCall): Promise<IncomingMessage> {
  const response = await sendRequest(call);
  const status = response.statusCode ?? 0;
  if (status < 300) return response;
  const refusal = parseRefusal(status, await readText(response));
  response.destroy(); // the rest of the body may still be coming
  throw refusal;
}

function sendRequest({ url, headers = {}, silenceMs }: BucketCall): Promise<IncomingMessage> {
  const isSecure = url.startsWith('https:');
  const agent = isSecure ? agents.secure : agents.plain;
  const request = (isSecure ? https : http).request(url, { agent, headers });
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
    request.end();
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
