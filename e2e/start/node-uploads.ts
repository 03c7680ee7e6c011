import { setTimeout as delay } from 'node:timers/promises';
import { call } from '@/lib/client/call/call';
import { auth } from '@/lib/contract/auth';
import { headerNames } from '@/lib/contract/http/names';
import { share } from '@/lib/contract/share/share';
import { idOf, type Reply, send, type tusClient } from '@/testing/service/transfer';

type NodeUploadClient = Pick<ReturnType<typeof tusClient>, 'head' | 'patch'>;

export async function tokenAt(base: string, { login, password }: { login: string; password: string }) {
  const { token } = await call(auth.login, { body: { account: login, password } }, { base });
  return { [headerNames.auth]: token ?? '' };
}

export async function newShare(base: string, headers: Record<string, string>): Promise<string> {
  const body = { name: 'Over two nodes', validity: 3_600_000, maxViews: 1 };
  return (await call(share.create, { body }, { base, headers })).id;
}

export async function downloaded(port: number, shareId: string, path: string, headers: object) {
  const url = `/api/v2/sec/share/${shareId}/file/${idOf(path)}`;
  return (await send(port, 'GET', url, { headers: { ...headers } })).body;
}

/** Statuses after which a client retries; all others fail the test. */
const tryAgain = new Set([409, 423, 502, 503, 504]);

type SendAllOptions = { patienceMs?: number; onProgress?: (idleMs: number) => void };

/**
 * Uploads `bytes` in pieces and resumes after any failure, as tus clients do. Returns the last offset. @throws when an
 * acknowledged offset shrinks, or after `patienceMs` without progress
 */
export async function sendAll(
  client: NodeUploadClient,
  path: string,
  bytes: Buffer,
  pieceBytes: number,
  { patienceMs = 15_000, onProgress = () => undefined }: SendAllOptions = {},
): Promise<number> {
  let acknowledged = 0;
  let movedAt = Date.now();
  let isKnown = false;
  while (!isKnown || acknowledged < bytes.length) {
    const piece = bytes.subarray(acknowledged, acknowledged + pieceBytes);
    const answer = await offsetOf(isKnown ? client.patch(path, acknowledged, piece) : client.head(path));
    isKnown = answer !== null;
    if (Date.now() - movedAt > patienceMs) throw new Error(`${path} doesn't move from ${acknowledged}.`);
    if (answer === null) await delay(100);
    else if (answer < acknowledged) throw new Error(`${path} went back from ${acknowledged} to ${answer}.`);
    else if (answer > acknowledged) {
      onProgress(Date.now() - movedAt);
      movedAt = Date.now();
      acknowledged = answer;
    }
  }
  return acknowledged;
}

async function offsetOf(asked: Promise<Reply>): Promise<number | null> {
  const reply = await asked.catch(() => null);
  if (!reply || tryAgain.has(reply.status)) return null;
  if (reply.status >= 300) throw new Error(`An answer was ${reply.status}: ${reply.body}`);
  return Number(reply.headers['upload-offset']);
}
