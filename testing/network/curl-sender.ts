import fs from 'node:fs';
import path from 'node:path';
import type { ShareDetail } from '@/lib/contract/share/share-shapes';
import { createToken } from '@/lib/features/token/tokens';
import type { UserContext } from '@/lib/server/context';
import { getShare } from '@/lib/server/services/share/detail';
import { inNewSession, userContext } from '../service/context';
import { someBytes } from '../service/transfer';
import { run, scratchFolder } from './curl';

/** Shared by the service tests of a process. */
export const cwd = scratchFolder();
export const report = someBytes(300_000);
fs.writeFileSync(path.join(cwd, 'report.pdf'), report);
fs.writeFileSync(path.join(cwd, 'notes.txt'), 'Some notes.\n');

export async function curlSender(port: number) {
  const ctx = await userContext({ now: new Date() });
  const wanted = { name: 'x', scopes: ['upload' as const], validity: 60_000, networks: [] };
  const { token } = await createToken(await inNewSession(ctx), wanted);
  const base = `http://127.0.0.1:${port}/u`;
  const curl = (args: string[], input?: string | Buffer) =>
    run('curl', ['-sS', '-H', `Authorization: Bearer ${token}`, ...args], { cwd, ...(input && { input }) });
  return { ctx, token, base, curl };
}

export async function newest(ctx: UserContext): Promise<ShareDetail> {
  const { id } = await ctx.db.share.findFirstOrThrow({
    where: { ownerId: ctx.viewer.id },
    orderBy: { createdAt: 'desc' },
  });
  return getShare(ctx, { shareId: id });
}

export const countOf = (ctx: UserContext) => ctx.db.share.count({ where: { ownerId: ctx.viewer.id } });
export const leftover = (ctx: UserContext) =>
  ctx.db.file.count({ where: { share: { ownerId: ctx.viewer.id } } });
