import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { Context } from '@/lib/server/context';
import type { StoryFile, StoryShare } from './shares';

const day = 24 * 3600 * 1000;

const large = {
  sizeBytes: 3 * 1024 ** 3,
  sha256: '305b66a59d15b252092fbda9d09711230c429f351897cbd430e7b55a35fd3b97',
  crc32: '480bbe37',
};

export async function writeFiles(ctx: Context, share: StoryShare): Promise<number> {
  const files = share.files ?? [];
  for (const [index, file] of files.entries()) {
    const id = `${share.id}-file-${index + 1}`;
    await ctx.storage.remove(id);
    await ctx.db.removal.deleteMany({ where: { fileId: id } }); // or the clean-up would take the new bytes
    const createdAt = new Date(ctx.now.getTime() - share.createdDaysAgo * day);
    const row = {
      id,
      shareId: share.id,
      path: file.path ?? '',
      name: file.name,
      mimeType: file.type,
      createdAt,
    };
    if (file.arrived === undefined) await writeComplete(ctx, row, file.bytes);
    else await writeHalf(ctx, row, file.bytes, file.arrived);
  }
  return files.length;
}

type Row = { id: string; shareId: string; path: string; name: string; mimeType: string; createdAt: Date };

async function writeComplete(ctx: Context, row: Row, bytes: StoryFile['bytes']): Promise<void> {
  const isLarge = bytes === 'three gigabytes';
  if (isLarge && ctx.config.STORAGE === 's3') return; // a bucket has no holes, and nobody waits for so much
  const facts = isLarge ? large : { sizeBytes: bytes.length, sha256: sha256Of(bytes), crc32: crcOf(bytes) };
  await store(ctx, row.id, isLarge ? Buffer.alloc(1) : bytes, facts.sizeBytes);
  await ctx.storage.finish(row.id, facts.sizeBytes);
  const data = {
    ...row,
    ...facts,
    storedBytes: facts.sizeBytes,
    state: 'complete',
    completedAt: row.createdAt,
  } as const;
  await ctx.db.file.create({ data });
}

async function writeHalf(ctx: Context, row: Row, bytes: StoryFile['bytes'], arrived: number): Promise<void> {
  const part = Buffer.from(bytes).subarray(0, arrived);
  await store(ctx, row.id, part, bytes.length, 0);
  const upload = {
    offsetBytes: arrived,
    crc32: crcOf(part),
    expiresAt: new Date(ctx.now.getTime() + 2 * day),
  };
  await ctx.db.file.create({ data: { ...row, sizeBytes: bytes.length, upload: { create: upload } } });
}

async function store(
  ctx: Context,
  id: string,
  bytes: Buffer,
  sizeBytes: number,
  position = sizeBytes - bytes.length,
): Promise<void> {
  const writer = await ctx.storage.openWriter(id, 0, sizeBytes);
  await writer.write([bytes], position);
  await writer.sync();
  await writer.close();
}

const sha256Of = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
const crcOf = (bytes: Buffer) => crc32(bytes).toString(16).padStart(8, '0');
