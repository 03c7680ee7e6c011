import { createHmac } from 'node:crypto';
import http from 'node:http';
import type { AddressInfo } from 'node:net';

export type ReceivedEvent = { headers: http.IncomingHttpHeaders; body: string };

/** Stands where webhooks lead to. `statusOf` is asked about each event, the latest in `received` included. */
export async function receiveWebhooks(
  statusOf: (count: number) => number | Promise<number>,
  { path = '/hook', headers = {} as Record<string, string> } = {},
) {
  const received: ReceivedEvent[] = [];
  const server = http.createServer(async (request, answer) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part);
    const count = received.push({ headers: request.headers, body: Buffer.concat(parts).toString() });
    answer.writeHead(await statusOf(count), headers).end();
  });
  server.listen(0, '127.0.0.1');
  await new Promise((listening) => server.once('listening', listening));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`;
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  return { url, received, close };
}

export function signatureOf({ headers, body }: ReceivedEvent, secret: string): string {
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
  return `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;
}

export const signaturesOf = ({ headers }: ReceivedEvent): string[] =>
  String(headers['webhook-signature']).split(' ');
