import { crc32 } from 'node:zlib';
import { parseConfig } from '@/lib/server/config';
import type { Context, UserContext } from '@/lib/server/context';
import type { ScanState } from '@/lib/server/db/generated/client';
import { createUpload } from '@/lib/server/services/upload/create';
import { completeUpload } from '@/lib/server/services/upload/progress';
import { draftShare, intoShare, ownAlias } from './context';

type ScanSettings = { address: { host: string; port: number } | { path: string } } & Record<string, unknown>;

/** The same caller where files are scanned. */
export const scanning = <C extends Context>(ctx: C, { address, ...env }: ScanSettings): C => {
  const config = parseConfig({ ...process.env, ...(env as Record<string, string>) });
  return { ...ctx, config: { ...ctx.config, ...pick(config), CLAMD: address } };
};

const pick = ({ SCAN, SCAN_DOWN, SCAN_UNSCANNABLE }: Context['config']) => ({
  SCAN,
  SCAN_DOWN,
  SCAN_UNSCANNABLE,
});

/** A share of an inbox, or one of its owner's own. */
export async function shareFor(ctx: UserContext, way: 'inbox' | 'own') {
  const { id: shareId } = await draftShare(ctx, { maxViews: 100 });
  const alias = way === 'inbox' ? await ownAlias(ctx) : null;
  if (alias) await ctx.db.share.update({ where: { id: shareId }, data: { aliasId: alias.id } });
  return { shareId, aliasId: alias?.id ?? '' };
}

type ScannedFile = { shareId: string; name?: string; content: string | Buffer };

/** A file that arrives in one request. @returns its id */
export async function receiveFile(
  ctx: UserContext,
  { shareId, name = 'a.txt', content }: ScannedFile,
): Promise<string> {
  const id = ctx.newId();
  const bytes = Buffer.from(content);
  const file = { name, path: '', mimeType: 'text/plain', sizeBytes: bytes.length };
  await createUpload(ctx, { id, destination: intoShare(ctx, shareId), file });
  const sum = crc32(bytes).toString(16).padStart(8, '0');
  const inOneGo = { chunks: [bytes], crc32: sum };
  await completeUpload(ctx, { fileId: id, sizeBytes: bytes.length, sha256: 'ab'.repeat(32), inOneGo });
  return id;
}

export const scanOf = async (
  { db }: Pick<Context, 'db'>,
  id: string,
): Promise<[ScanState, string | null]> => {
  const { scan, scanNote } = await db.file.findUniqueOrThrow({ where: { id } });
  return [scan, scanNote];
};
