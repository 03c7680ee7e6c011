import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { bytePaths, fillPath } from '@/lib/contract/byte-calls/bytes';
import { sha256, type Witness } from './ask';

export type SendResult = { path: string; sha256: string; isWhole: boolean };

type SendOptions = {
  witness: Witness;
  headers: Record<string, string>;
  shareId: string;
  /** Stops between two requests. */
  isOver: () => boolean;
};

const pauseMs = 200;

/**
 * Sends a file in chunks like a tus client, and resumes after any failure. Reports acknowledged bytes that are
 * missing later.
 */
export async function sendResumably(
  { witness, headers, shareId, isOver }: SendOptions,
  { sizeBytes, pieceBytes }: { sizeBytes: number; pieceBytes: number },
): Promise<SendResult | null> {
  const bytes = randomBytes(sizeBytes);
  const tus = { ...headers, 'tus-resumable': '1.0.0' };
  const path = await begin();
  if (path === null) return null;
  const isWhole = await goOn(path);
  return { path, sha256: sha256(bytes), isWhole };

  async function begin(): Promise<string | null> {
    const uploads = fillPath(bytePaths.uploads, { id: shareId });
    while (!isOver()) {
      const request = { method: 'POST', headers: { ...tus, 'upload-length': String(sizeBytes) } };
      const answer = await witness.ask('upload', uploads, request);
      if (answer?.isGood) return new URL(answer.headers.get('location') ?? '', 'http://any').pathname;
      await sleep(pauseMs);
    }
    return null;
  }

  async function goOn(path: string): Promise<boolean> {
    let acknowledged = 0;
    while (acknowledged < sizeBytes && !isOver()) {
      const reached = (await patch(path, acknowledged)) ?? (await askAgain(path));
      if (reached < acknowledged) witness.lie('upload: acknowledged bytes were lost');
      acknowledged = reached;
    }
    return acknowledged === sizeBytes;
  }

  async function patch(path: string, offset: number): Promise<number | null> {
    const piece = bytes.subarray(offset, offset + pieceBytes);
    const type = { 'content-type': 'application/offset+octet-stream', 'upload-offset': String(offset) };
    return offsetOf(path, { method: 'PATCH', headers: { ...tus, ...type }, body: piece });
  }

  async function askAgain(path: string): Promise<number> {
    for (;;) {
      await sleep(pauseMs);
      const offset = await offsetOf(path, { method: 'HEAD', headers: tus });
      if (offset !== null) return offset;
    }
  }

  async function offsetOf(path: string, request: Parameters<Witness['ask']>[2]): Promise<number | null> {
    const answer = await witness.ask('upload', path, request);
    return answer?.isGood ? Number(answer.headers.get('upload-offset')) : null;
  }
}
