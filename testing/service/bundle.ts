import { randomBytes } from 'node:crypto';
import type http from 'node:http';
import { type BundleHead, bundleLines, formatHead } from '@/lib/domain/file/bundle';
import { send } from './transfer';

export type ComposedRecord = { head: { key?: string } & Record<string, unknown>; bytes?: Buffer };

export const newKey = (): string => randomBytes(20).toString('hex');

/** A record of a small file; `head` replaces what is usual. */
export const record = (
  path: string,
  content: string | Buffer,
  head: ComposedRecord['head'] = {},
): ComposedRecord => {
  const bytes = Buffer.from(content);
  return { head: { key: newKey(), path, size: bytes.length, ...head }, bytes };
};

export const bundleOf = (records: ComposedRecord[]): Buffer =>
  Buffer.concat(
    records.flatMap(({ head, bytes }) => [
      formatHead(head as unknown as BundleHead),
      bytes ?? Buffer.alloc(0),
    ]),
  );

export function bundleClient(
  port: number,
  shareId: string,
  auth: Record<string, string>,
  access: 'sec' | 'alias' = 'sec',
) {
  const path = `/api/v2/${access}/upload/${shareId}/files/bundle`;
  const post = (body: Buffer, headers: http.OutgoingHttpHeaders = {}) =>
    send(port, 'POST', path, { headers: { ...auth, ...headers }, body });
  return {
    path,
    post,
    /** @returns the lines of the answer */
    lines: async (records: ComposedRecord[]) => bundleLines((await post(bundleOf(records))).body.toString()),
  };
}
