import 'server-only';
import { crc32 } from 'node:zlib';
import type { Context, UserContext } from '@/lib/server/context';
import { dataLists, describeAccount, filesOf } from './contents';
import { exportMs } from './own-data';

/**
 * Collects what people have asked for. Safe to interrupt: what was begun is collected anew, and its bytes go by their
 * `Removal`.
 */
export async function collectOwnData(ctx: Context): Promise<number> {
  await ctx.db.dataExport.deleteMany({ where: { endsAt: { lte: ctx.now } } });
  const asked = await ctx.db.dataExport.findMany({
    where: { readyAt: null, account: { state: 'Active', deletingAt: null } },
    include: { account: { select: { id: true, login: true, admin: true } } },
  });
  const failures: unknown[] = [];
  for (const { account, ...request } of asked) {
    const owner = { ...ctx, viewer: { ...account, sessionId: '' } };
    await collect(owner, request).catch((error: unknown) => failures.push(error));
  }
  if (failures.length > 0) throw failures[0];
  return asked.length;
}

type ExportRequest = { withFiles: boolean; createdAt: Date };

async function collect(ctx: UserContext, { withFiles, createdAt }: ExportRequest): Promise<void> {
  const { id: accountId } = ctx.viewer;
  await ctx.db.exportFile.deleteMany({ where: { accountId } });
  await storeText(ctx, 'account.json', await describeAccount(ctx));
  for (const [name, items] of Object.entries(dataLists(ctx))) await storeList(ctx, name, items);
  if (withFiles) await nameFiles(ctx);
  await ctx.db.dataExport.updateMany({
    where: { accountId, createdAt, readyAt: null },
    data: { readyAt: ctx.now, endsAt: new Date(ctx.now.getTime() + exportMs) },
  });
}

const namesAtOnce = 1_000;

/** The files themselves stay where they are: the archive reads them when it is fetched. */
async function nameFiles(ctx: UserContext): Promise<void> {
  let data: { accountId: string; fileId: string; path: string; name: string }[] = [];
  const save = async () => {
    await ctx.db.exportFile.createMany({ data });
    data = [];
  };
  for await (const { id: fileId, folder, path, name } of filesOf(ctx)) {
    const place = ['files', folder, path].filter(Boolean).join('/');
    data.push({ accountId: ctx.viewer.id, fileId, path: place, name });
    if (data.length >= namesAtOnce) await save();
  }
  await save();
}

/** A list that is longer than this goes on in another file, so that memory stays flat. */
const maxChars = 4 * 1024 * 1024;

async function storeList(ctx: UserContext, name: string, items: AsyncIterable<unknown>): Promise<void> {
  let [lines, chars, count]: [string[], number, number] = [[], 0, 0];
  const flush = async () => {
    count++;
    await storeText(ctx, `${name}${count > 1 ? `-${count}` : ''}.json`, `[\n${lines.join(',\n')}\n]\n`);
    [lines, chars] = [[], 0];
  };
  for await (const item of items) {
    const line = toJson(item);
    lines.push(line);
    chars += line.length;
    if (chars > maxChars) await flush();
  }
  if (count === 0 || lines.length > 0) await flush();
}

async function storeText(ctx: UserContext, name: string, content: unknown): Promise<void> {
  const bytes = Buffer.from(typeof content === 'string' ? content : toJson(content));
  const fileId = ctx.newId();
  const since = new Date(ctx.now.getTime() + 2 * exportMs);
  await ctx.db.removal.create({ data: { fileId, since } });
  await ctx.storage.storeWhole(fileId, [bytes]);
  const sum = crc32(bytes).toString(16).padStart(8, '0');
  const place = { accountId: ctx.viewer.id, fileId, path: '', name };
  await ctx.db.exportFile.create({ data: { ...place, sizeBytes: bytes.length, crc32: sum } });
}

const toJson = (value: unknown): string =>
  JSON.stringify(value, (_, inner: unknown) => {
    if (inner instanceof Uint8Array) return Buffer.from(inner).toString('base64');
    return typeof inner === 'bigint' ? Number(inner) : inner;
  });
