import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { BadConfiguration, type Config } from '@/lib/server/config';
import { storageComplaint } from '@/lib/server/config/storage';
import { systemContext } from '@/lib/server/container';
import type { Context } from '@/lib/server/context';
import { whereArrived } from '@/lib/server/db/file-rows';
import { failureReason } from '@/lib/server/outside/outside-failure';
import { lastStorage } from '@/lib/server/runtime/storage-move';
import { copyFiles } from '@/lib/server/services/storage/copy';
import { testBucket } from '@/lib/server/storage/s3/self-test';
import { bucketSettings, storageFor } from '@/lib/server/storage/storage-for';
import { say } from '../tools/say';

const kinds = ['disk', 's3'] as const;
type Kind = (typeof kinds)[number];

/** Copies until a whole pass finds nothing new. Returns false when a file could not be copied. */
export async function copy(args: string[]): Promise<boolean> {
  const { values } = parseArgs({ args, options: { from: { type: 'string' }, to: { type: 'string' } } });
  const [from, to] = [kindOf(values.from), kindOf(values.to)];
  if (from === to) throw new BadConfiguration('Files are copied from disk to s3 or from s3 to disk.');
  const ctx = systemContext();
  if ((await lastStorage(ctx)) === to) {
    throw new BadConfiguration(`Files are kept on ${to} already. What is in use is never copied over.`);
  }
  await checkBucket(ctx.config);

  const journal = openJournal(ctx.config, to);
  const failures = new Map<string, string>();
  for (let pass = 1, copied = -1; copied !== 0; pass++) {
    failures.clear();
    copied = await copyFiles(ctx, {
      from: storageFor(ctx.config, ctx.db, from),
      to: storageFor(ctx.config, ctx.db, to),
      done: journal.ids,
      verified: async ({ id }) => journal.add(id),
      failed: ({ id, name }, error) => failures.set(id, `${name}: ${failureReason(error)}`),
    });
    if (copied > 0) say(`Pass ${pass}: ${copied} files copied and verified.`);
  }
  for (const [id, reason] of failures) say(`failed    ${id}  ${reason}`);
  await conclude(ctx, to, failures.size);
  return failures.size === 0;
}

function kindOf(given: string | undefined): Kind {
  const kind = kinds.find((one) => one === given);
  if (!kind) throw new BadConfiguration('Say --from disk --to s3, or --from s3 --to disk.');
  return kind;
}

async function checkBucket(config: Config): Promise<void> {
  const complaint =
    storageComplaint({ ...config, STORAGE: 's3' }) ?? (await testBucket(bucketSettings(config)));
  if (complaint) throw new BadConfiguration(complaint);
}

/** One line per verified copy to this target, so that an interrupted run resumes. */
function openJournal({ DATA_DIR, S3_ENDPOINT = '', S3_BUCKET = '', S3_PREFIX }: Config, to: Kind) {
  const place = createHash('sha256')
    .update(`${to}\n${S3_ENDPOINT}\n${S3_BUCKET}\n${S3_PREFIX}`)
    .digest('hex');
  const file = path.join(DATA_DIR, `copied-to-${to}-${place.slice(0, 12)}.txt`);
  const known = fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : '';
  // A line that a kill cut short is none, and must not run into the next one.
  const ids = new Set(known.split('\n').slice(0, -1));
  if (known !== '' && !known.endsWith('\n')) fs.appendFileSync(file, '\n');
  return { ids, add: (id: string) => fs.appendFileSync(file, `${id}\n`) };
}

async function conclude({ db, config }: Context, to: Kind, failures: number): Promise<void> {
  const [files, uploads] = await Promise.all([db.file.count({ where: whereArrived }), db.upload.count()]);
  say(`${files - failures} of ${files} files are there and verified; ${uploads} are still arriving.`);
  if (config.STORAGE === to) return;
  say(`To move: stop Slipway, run this once more for what arrived meanwhile, start it with STORAGE=${to}.`);
}
