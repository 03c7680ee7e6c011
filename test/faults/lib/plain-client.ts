import { createHash, randomBytes } from 'node:crypto';
import { call } from '@/lib/client/call/call';
import { bytePaths, fillPath } from '@/lib/contract/byte-calls/bytes';
import { share } from '@/lib/contract/share/share';

export type Caller = { base: string; headers: Record<string, string> };
export type SentFile = { shareId: string; fileId: string; sha256: string };

const tus = { 'tus-resumable': '1.0.0', 'content-type': 'application/offset+octet-stream' };

export async function newShare({ base, headers }: Caller, name: string): Promise<string> {
  const body = { name, validity: 3_600_000, maxViews: 1 };
  return (await call(share.create, { body }, { base, headers })).id;
}

export async function removeShare({ base, headers }: Caller, id: string): Promise<void> {
  await call(share.remove, { params: { id } }, { base, headers });
}

/** Resolves when a file of random bytes is acknowledged as complete. */
export async function sendFile(caller: Caller, shareId: string, sizeBytes: number): Promise<SentFile> {
  const bytes = randomBytes(sizeBytes);
  const url = await createUpload(caller, shareId, { sizeBytes, first: bytes });
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return { shareId, fileId: url.split('/').at(-1) ?? '', sha256 };
}

export async function createUpload(
  { base, headers }: Caller,
  shareId: string,
  { sizeBytes, first }: { sizeBytes: number; first: Buffer },
): Promise<string> {
  const answer = await fetch(base + fillPath(bytePaths.uploads, { id: shareId }), {
    method: 'POST',
    headers: { ...headers, ...tus, 'upload-length': String(sizeBytes) },
    body: new Uint8Array(first),
  });
  if (answer.status !== 201)
    throw new Error(`An upload was refused: ${answer.status} ${await answer.text()}`);
  return new URL(answer.headers.get('location') ?? '', 'http://any').pathname;
}

export async function offsetOf({ base, headers }: Caller, path: string): Promise<number> {
  const answer = await fetch(base + path, { method: 'HEAD', headers: { ...headers, ...tus } });
  return Number(answer.headers.get('upload-offset') ?? Number.NaN);
}

export async function sendRest({ base, headers }: Caller, path: string, offset: number, rest: Buffer) {
  const answer = await fetch(base + path, {
    method: 'PATCH',
    headers: { ...headers, ...tus, 'upload-offset': String(offset) },
    body: new Uint8Array(rest),
  });
  if (answer.status !== 204) throw new Error(`A piece was refused: ${answer.status} ${await answer.text()}`);
}

export async function sha256At({ base, headers }: Caller, { shareId, fileId }: Omit<SentFile, 'sha256'>) {
  const path = fillPath(bytePaths.ownFile, { id: shareId, fileId });
  const answer = await fetch(base + path, { headers });
  if (!answer.ok || !answer.body) return null;
  const hash = createHash('sha256');
  for await (const piece of answer.body) hash.update(piece);
  return hash.digest('hex');
}
