import 'server-only';
import { createHash } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import { crc32 } from 'node:zlib';
import { demoAccount } from '@/lib/domain/demo';
import { hashPassword } from '@/lib/server/auth/password';
import type { Context } from '@/lib/server/context';

type Example = {
  name: string;
  description: string;
  link: string;
  password?: string;
  files: { name: string; mimeType: string; bytes: Buffer }[];
};

const validityMs = 3_600_000;

/** Writes an account, an inbox and shares to look at. Their links are the same every hour. */
export async function fillDemo(ctx: Context): Promise<void> {
  const passwordHash = await hashPassword(demoAccount.password);
  const { login } = demoAccount;
  const { id: ownerId } = await ctx.db.account.create({
    data: {
      id: ctx.newId(),
      login,
      passwordHash,
      displayName: 'Demo',
      createdAt: ctx.now,
      firstSteps: false,
    },
  });
  const inbox = { id: 'demo-inbox', ownerId, name: 'Send us your photos', validityMs, createdAt: ctx.now };
  await ctx.db.alias.create({ data: inbox });
  for (const example of await examples(ctx)) await writeExample(ctx, ownerId, example);
}

async function examples({ config }: Context): Promise<Example[]> {
  const text = (content: string) => Buffer.from(content);
  return [
    {
      name: 'Pictures of Slipway',
      description: 'What people see: **open a picture**, then use the arrow keys.',
      link: 'demo-pictures',
      files: await pictures(path.join(/* turbopackIgnore: true */ config.ROOT, 'docs/screenshots')),
    },
    {
      name: 'Minutes of the meeting',
      description: '# Minutes\n\nA message can have *Markdown*, and a link a password: this one’s is `demo`.',
      link: 'demo-minutes',
      password: 'demo',
      files: [
        {
          name: 'minutes.md',
          mimeType: 'text/markdown',
          bytes: text('# Minutes\n\n- Berths for 2027\n- Paint\n'),
        },
        { name: 'costs.csv', mimeType: 'text/csv', bytes: text('what,EUR\npaint,320\nrope,95\n') },
      ],
    },
  ];
}

/** None in an installation without documents. */
async function pictures(folder: string): Promise<Example['files']> {
  const names = (await fs.readdir(folder).catch(() => [])).filter((name) => name.endsWith('-light.png'));
  return Promise.all(
    names.sort().map(async (name) => ({
      name,
      mimeType: 'image/png',
      bytes: await fs.readFile(path.join(/* turbopackIgnore: true */ folder, name)),
    })),
  );
}

async function writeExample(ctx: Context, ownerId: string, example: Example): Promise<void> {
  const { name, description, link: linkId, password, files } = example;
  const id = ctx.newId();
  await ctx.db.share.create({
    data: {
      ...{ id, ownerId, name, description, validityMs, maxViews: 1000, createdAt: ctx.now },
      passwordHash: password === undefined ? null : await hashPassword(password),
    },
  });
  for (const file of files) await writeFile(ctx, id, file);
  const publishUntil = new Date(ctx.now.getTime() + validityMs);
  await ctx.db.publication.create({
    data: { shareId: id, linkId, isWords: true, publishedAt: ctx.now, publishUntil },
  });
}

async function writeFile(
  { db, storage, newId, now }: Context,
  shareId: string,
  { bytes, ...file }: Example['files'][number],
): Promise<void> {
  const id = newId();
  const sizeBytes = bytes.length;
  await storage.storeWhole(id, [bytes]);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const sums = { sha256, crc32: crc32(bytes).toString(16).padStart(8, '0') };
  const done = { state: 'complete', createdAt: now, completedAt: now } as const;
  await db.file.create({
    data: { id, shareId, ...file, ...sums, ...done, sizeBytes, storedBytes: sizeBytes },
  });
}
