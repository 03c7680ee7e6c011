import 'server-only';
import fs from 'node:fs';
import path from 'node:path';
import type { Reason, Remark, SourceFile } from '../source';
import type { NoBucket } from '../source-bucket';
import { type Row, text } from '../sqlite';
import { moment, type Pingvin } from './installation';

/** Where the files of one share are. Null where nothing of a file is there. */
type Store = {
  find: (row: Row, rows: Row[]) => { bytes: number; read: SourceFile['read'] } | null;
};

/** The files of a share that are whole, and why the others are not. */
export function wholeFiles(rows: Row[], store: Store): { files: SourceFile[]; remarks: Remark[] } {
  const files: SourceFile[] = [];
  const remarks: Remark[] = [];
  for (const row of rows) {
    const oldId = text(row.id);
    const name = text(row.name) || oldId;
    const sizeBytes = Number(text(row.size));
    const found = store.find(row, rows);
    const leave = (reason: Reason, words: string) =>
      remarks.push({ kind: 'file', oldId, name, reason, text: words });
    if (!found) leave('bytesMissing', `none of its ${sizeBytes} bytes are there`);
    else if (found.bytes !== sizeBytes)
      leave('sizeMismatch', `${found.bytes} of ${sizeBytes} bytes are there`);
    else {
      const createdAt = moment(row.createdAt);
      files.push({ oldId, name, mimeType: null, sizeBytes, createdAt, read: found.read });
    }
  }
  return { files, remarks };
}

export const storeOf = async (pingvin: Pingvin, share: Row): Promise<Store | NoBucket> =>
  text(share.storageProvider) === 'S3'
    ? storeInBucket(pingvin, text(share.id))
    : onDisk(pingvin, text(share.id));

/** By ids, which must not lead out of the folder. */
const onDisk = ({ folder }: Pingvin, shareId: string): Store => ({
  find: ({ id }) => {
    if (![shareId, text(id)].every((one) => /^[A-Za-z0-9_-]{1,80}$/.test(one))) return null;
    const place = path.join(folder, shareId, text(id));
    const bytes = fs.statSync(place, { throwIfNoEntry: false })?.size;
    return bytes === undefined ? null : { bytes, read: () => fs.createReadStream(place) };
  },
});

/** By names: of files that are called alike only the last is there, and its size tells which that is. */
async function storeInBucket(pingvin: Pingvin, shareId: string): Promise<Store | NoBucket> {
  const opened = await pingvin.bucket();
  if ('problem' in opened) return opened;
  const { bucket, folderOf } = opened;
  const folder = folderOf(shareId);
  const objects = new Map((await bucket.below(folder)).map((one) => [one.key.slice(folder.length), one]));
  return {
    find: (row, rows) => {
      const object = objects.get(text(row.name));
      if (!object) return null;
      const alike = rows.filter(({ name }) => name === row.name);
      const last = alike.findLast(({ size }) => Number(text(size)) === object.bytes) ?? alike.at(-1);
      return last === row ? { bytes: object.bytes, read: () => bucket.read(object) } : null;
    },
  };
}
