import 'server-only';
import type { Reason, Remark, SourceFile } from '../source';
import type { Chunk, ChunkStore } from './chunk-stores';
import type { Sharry } from './installation';

type Row = {
  id: string;
  file_id: string;
  filename: string | null;
  real_size: string;
  created: string;
  mimetype: string;
  length: string;
  checksum: string;
};

const select = `
  SELECT f.id, f.file_id, f.filename, f.real_size, f.created, m.mimetype, m.length, m.checksum
  FROM share_file f JOIN filemeta m ON m.file_id = f.file_id
  WHERE f.share_id = $1 ORDER BY f.created, f.id`;

/** The files of a share that are whole, and why the others are not. */
export async function readFiles(
  sharry: Sharry,
  shareId: string,
): Promise<{ files: SourceFile[]; remarks: Remark[] }> {
  const files: SourceFile[] = [];
  const remarks: Remark[] = [];
  for (const row of await sharry.db.rows<Row>(select, [shareId])) {
    const name = row.filename || row.id;
    const found = await find(sharry, row);
    if ('reason' in found) remarks.push({ kind: 'file', oldId: row.id, name, ...found });
    else files.push(fileOf(row, { name, createdAt: sharry.instant(row.created), ...found }));
  }
  return { files, remarks };
}

type Found = { store: ChunkStore; chunks: Chunk[] };
type Unfit = { reason: Reason; text: string };

/** Which store a file is in is written nowhere: the first that has it whole is taken. */
async function find({ stores, unread, fromStores }: Sharry, row: Row): Promise<Found | Unfit> {
  const length = Number(row.length);
  const all: Found[] = [];
  for (const store of stores) {
    const one = { store, chunks: await store.chunksOf(row.file_id) };
    if (bytesIn(one) === length && !hasGap(one)) {
      if (one.chunks.length > 0) fromStores.set(store.name, (fromStores.get(store.name) ?? 0) + 1);
      return one;
    }
    all.push(one);
  }
  const most = all
    .filter(({ chunks }) => chunks.length > 0)
    .sort((one, other) => bytesIn(other) - bytesIn(one))[0];
  return whyUnfit(row, most, unread);
}

const bytesIn = ({ chunks }: Found): number => chunks.reduce((sum, { bytes }) => sum + bytes, 0);
const hasGap = ({ chunks }: Found): boolean => chunks.some(({ number }, index) => number !== index);

function whyUnfit({ length, real_size: received }: Row, most: Found | undefined, unread: string[]): Unfit {
  if (!most && unread.length > 0 && Number(received) > 0)
    return {
      reason: 'bytesInS3WithoutAccess',
      text: `its ${length} bytes may be in the S3 store ${unread.join('; ')}`,
    };
  if (!most && received === length)
    return { reason: 'bytesMissing', text: `none of its ${length} bytes are there` };
  if (most && hasGap(most)) return { reason: 'bytesMissing', text: 'a chunk in the middle of it is missing' };
  const stored = most ? bytesIn(most) : 0;
  const reason = stored > Number(length) ? 'sizeMismatch' : 'unfinished';
  return { reason, text: `${stored} of ${length} bytes are there` };
}

function fileOf(row: Row, { store, chunks, ...own }: Found & { name: string; createdAt: Date }): SourceFile {
  return {
    ...own,
    oldId: row.id,
    mimeType: row.mimetype || null,
    sizeBytes: Number(row.length),
    sha256: row.checksum || null,
    read: async function* () {
      for (const chunk of chunks) yield* store.read(row.file_id, chunk);
    },
  };
}
