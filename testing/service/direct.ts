import { createHash } from 'node:crypto';
import type { DirectParts, DirectState } from '@/lib/contract/byte-calls/direct';
import { idOf, type Reply, send } from './transfer';

type SignedParts = DirectParts & { partBytes: number };

const hexOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

/** A client that puts the parts of a begun file into the bucket itself. */
export function directClient(port: number, uploadPath: string, auth: Record<string, string>) {
  const path = uploadPath.replace(`files/tus/${idOf(uploadPath)}`, `files/direct/${idOf(uploadPath)}`);
  const post = (to: string, body: object) =>
    send(port, 'POST', to, { headers: auth, body: Buffer.from(JSON.stringify(body)) });
  const ask = (parts = [{ number: 1, sha256: '0'.repeat(64) }]) => post(path, { parts });
  const partBytes = async () => {
    const { headers } = await send(port, 'HEAD', uploadPath, {
      headers: { ...auth, 'tus-resumable': '1.0.0' },
    });
    return Number(headers['slipway-direct-part']);
  };
  const done = () => post(`${path}/done`, {});
  const sign = async (bytes: Buffer, numbers?: number[]): Promise<SignedParts> => {
    const size = await partBytes();
    const all = Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) => at + 1);
    const hashed = (numbers ?? all).map((number) => ({
      number,
      sha256: hexOf(bytes.subarray((number - 1) * size, number * size)),
    }));
    return { ...answer<DirectParts>(await ask(hashed)), partBytes: size };
  };
  /** Sends what isn't stored. @returns the service's statuses */
  const put = async (bytes: Buffer, { partBytes: size, parts }: SignedParts): Promise<number[]> => {
    const statuses: number[] = [];
    for (const part of parts) {
      const { number, url, isStored } = part;
      if (isStored) continue;
      const headers = headersOf(part);
      const body = bytes.subarray((number - 1) * size, number * size);
      statuses.push((await fetch(url, { method: 'PUT', headers, body: new Uint8Array(body) })).status);
    }
    return statuses;
  };
  const sendAll = async (bytes: Buffer): Promise<Reply> => {
    await put(bytes, await sign(bytes));
    return done();
  };
  return { path, ask, partBytes, sign, put, done, sendAll };
}

function answer<T>({ status, body }: Reply): T {
  if (status !== 200) throw new Error(`${status} ${body}`);
  return JSON.parse(body.toString()) as T;
}

/** To be sent with a part. */
export const headersOf = (part: Pick<DirectParts['parts'][number], 'headers'> | undefined) =>
  ({ ...part?.headers }) as Record<string, string>;

export const stateOf = (reply: Reply): [number, DirectState] => [
  reply.status,
  JSON.parse(reply.body.toString()) as DirectState,
];
