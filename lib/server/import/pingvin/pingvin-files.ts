import 'server-only';
import fs from 'node:fs';
import path from 'node:path';
import { beginningOfTime, readMomentOr } from '../moments';
import type { Remark, SkipReason, SourceFile } from '../source';
import type { BucketProblem } from '../source-bucket';
import { asText, type SourceRow } from '../sqlite';
import type { PingvinInstallation } from './installation';

type ShareFileStore = {
  find: (row: SourceRow, rows: SourceRow[]) => { bytes: number; read: SourceFile['read'] } | null;
};

export function completeFiles(
  rows: SourceRow[],
  store: ShareFileStore,
): { files: SourceFile[]; remarks: Remark[] } {
  const files: SourceFile[] = [];
  const remarks: Remark[] = [];
  for (const row of rows) {
    const oldId = asText(row.id);
    const name = asText(row.name) || oldId;
    const sizeBytes = Number(asText(row.size));
    const found = store.find(row, rows);
    const leave = (reason: SkipReason, words: string) =>
      remarks.push({ kind: 'file', oldId, name, reason, text: words });
    if (!Number.isSafeInteger(sizeBytes) || sizeBytes < 0)
      leave('metadataUnreadable', 'its size can’t be read');
    else if (!found) leave('bytesMissing', `none of its ${sizeBytes} bytes are there`);
    else if (found.bytes !== sizeBytes)
      leave('sizeMismatch', `${found.bytes} of ${sizeBytes} bytes are there`);
    else {
      const createdAt = readMomentOr(beginningOfTime, row.createdAt);
      files.push({ oldId, name, mimeType: null, sizeBytes, createdAt, read: found.read });
    }
  }
  return { files, remarks };
}

export const storeOf = async (
  pingvin: PingvinInstallation,
  share: SourceRow,
): Promise<ShareFileStore | BucketProblem> =>
  asText(share.storageProvider) === 'S3'
    ? bucketStore(pingvin, asText(share.id))
    : diskStore(pingvin, asText(share.id));

const diskStore = ({ folder }: PingvinInstallation, shareId: string): ShareFileStore => ({
  find: ({ id }) => {
    if (![shareId, asText(id)].every((one) => /^[A-Za-z0-9_-]{1,80}$/.test(one))) return null;
    const file = path.join(folder, shareId, asText(id));
    const found = fs.statSync(file, { throwIfNoEntry: false });
    return found?.isFile() ? { bytes: found.size, read: () => fs.createReadStream(file) } : null;
  },
});

/**
 * Objects are named like files, so of files with equal names only the last exists. Its size tells which row it
 * belongs to.
 */
async function bucketStore(
  pingvin: PingvinInstallation,
  shareId: string,
): Promise<ShareFileStore | BucketProblem> {
  const opened = await pingvin.bucket();
  if ('problem' in opened) return opened;
  const { bucket, folderOf } = opened;
  const folder = folderOf(shareId);
  const objects = new Map((await bucket.list(folder)).map((one) => [one.key.slice(folder.length), one]));
  return {
    find: (row, rows) => {
      const object = objects.get(asText(row.name));
      if (!object) return null;
      const alike = rows.filter(({ name }) => name === row.name);
      const last = alike.findLast(({ size }) => Number(asText(size)) === object.bytes) ?? alike.at(-1);
      return last === row ? { bytes: object.bytes, read: () => bucket.read(object) } : null;
    },
  };
}
