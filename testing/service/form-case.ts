import fs from 'node:fs';
import path from 'node:path';
import { removeBytes } from '@/lib/server/jobs/bytes';
import { faults } from '../network/faulty-storage';
import { formClient } from './form';
import { uploader } from './transfer';

export type FormCase = Awaited<ReturnType<typeof formCase>>;

export async function formCase(port: number) {
  const { ctx, share, auth } = await uploader();
  const client = formClient(port, auth);
  const left = async () => ({
    shares: await ctx.db.share.count({ where: { ownerId: ctx.viewer.id } }),
    files: await ctx.db.file.count({ where: { share: { ownerId: ctx.viewer.id } } }),
  });
  /** Counts this test's stored files that no job would remove; needs the faulty storage. */
  const stored = async () => {
    await removeBytes(ctx);
    return faults.opened.filter((id) =>
      ['incoming', `files/${id.slice(-2).toLowerCase()}`].some((folder) =>
        fs.existsSync(path.join(ctx.config.DATA_DIR, folder, id)),
      ),
    ).length;
  };
  const into = `${client.base}/${share.id}/files/add`;
  return { ctx, share, auth, client, left, stored, into };
}

export const untouched = { shares: 1, files: 0 };

export const ways: [string, (of: FormCase) => string][] = [
  ['a new share', ({ client }) => client.base],
  ['a share that is there', ({ into }) => into],
];
