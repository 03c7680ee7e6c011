import 'server-only';
import { beginningOfTime, readMomentOr } from '../moments';
import type { Remark, SkipNote, SourceFile } from '../source';
import type { Chunk, ChunkStore } from './chunk-stores';
import type { SharryInstallation } from './installation';

type SharryFileRow = {
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

export async function readFiles(
  sharry: SharryInstallation,
  shareId: string,
): Promise<{ files: SourceFile[]; remarks: Remark[] }> {
  const files: SourceFile[] = [];
  const remarks: Remark[] = [];
  for (const row of await sharry.db.rows<SharryFileRow>(select, [shareId])) {
    const name = row.filename || row.id;
    const found = await findChunks(sharry, row);
    if ('reason' in found) remarks.push({ kind: 'file', oldId: row.id, name, ...found });
    else
      files.push(
        fileOf(row, {
          name,
          createdAt: readMomentOr(beginningOfTime, sharry.parseTime(row.created)),
          ...found,
        }),
      );
  }
  return { files, remarks };
}

type StoredChunks = { store: ChunkStore; chunks: Chunk[] };

/** Sharry doesn't record a file's store, so this takes the first that has all of it. */
async function findChunks(
  { stores, problems, filesByStore }: SharryInstallation,
  row: SharryFileRow,
): Promise<StoredChunks | SkipNote> {
  const length = Number(row.length);
  const all: StoredChunks[] = [];
  for (const store of stores) {
    const one = { store, chunks: await store.chunksOf(row.file_id) };
    if (bytesIn(one) === length && !hasGap(one)) {
      if (one.chunks.length > 0) filesByStore.set(store.name, (filesByStore.get(store.name) ?? 0) + 1);
      return one;
    }
    all.push(one);
  }
  const most = all
    .filter(({ chunks }) => chunks.length > 0)
    .sort((one, other) => bytesIn(other) - bytesIn(one))[0];
  return skipNoteFor(row, most, problems);
}

const bytesIn = ({ chunks }: StoredChunks): number => chunks.reduce((sum, { bytes }) => sum + bytes, 0);
const hasGap = ({ chunks }: StoredChunks): boolean => chunks.some(({ number }, index) => number !== index);

function skipNoteFor(
  { length, real_size: received }: SharryFileRow,
  most: StoredChunks | undefined,
  problems: string[],
): SkipNote {
  if (!most && problems.length > 0 && Number(received) > 0)
    return {
      reason: 'bytesInS3WithoutAccess',
      text: `its ${length} bytes may be in the S3 store ${problems.join('; ')}`,
    };
  if (!most && received === length)
    return { reason: 'bytesMissing', text: `none of its ${length} bytes are there` };
  if (most && hasGap(most)) return { reason: 'bytesMissing', text: 'a chunk in the middle of it is missing' };
  const stored = most ? bytesIn(most) : 0;
  const reason = stored > Number(length) ? 'sizeMismatch' : 'unfinished';
  return { reason, text: `${stored} of ${length} bytes are there` };
}

function fileOf(
  row: SharryFileRow,
  { store, chunks, ...own }: StoredChunks & { name: string; createdAt: Date },
): SourceFile {
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
