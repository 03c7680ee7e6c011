import { createHash, randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { call } from '@/lib/client/call/call';
import { auth } from '@/lib/contract/auth';
import { headerNames } from '@/lib/contract/http/names';
import { admin, TestServer } from '@/testing/server/test-server';
import { type Check, checkDamaged, checkReplace, runTool } from './lib/backup-tools';
import {
  type Caller,
  createUpload,
  newShare,
  offsetOf,
  removeShare,
  type SentFile,
  sendFile,
  sendRest,
  sha256At,
} from './lib/plain-client';
import type { Outcome, Program } from './lib/program';

type LoadSize = { shares: number; filesEach: number; maxFileBytes: number; workers: number };

export const program: Program = {
  about:
    'A backup is made while people upload and delete, everything is destroyed, and the backup brought back.',
  maxMinutes: 30,
  run: (say) =>
    backupUnderLoad({ shares: 200, filesEach: 10, maxFileBytes: 3 * 1024 * 1024, workers: 6 }, say),
};

/**
 * Everything in the backup has to come back as it was sent, and nothing that was deleted before it.
 * @param filesDir FILES_DIR; beside the rest without it
 */
export async function backupUnderLoad(
  size: LoadSize,
  say: (line: string) => void,
  filesDir?: string,
): Promise<Outcome> {
  const place = filesDir === undefined ? {} : { database: 'new' as const, env: { FILES_DIR: filesDir } };
  const server = await TestServer.make(place);
  try {
    await server.start();
    return await runDrill(server, size, say, filesDir);
  } finally {
    await server.remove();
  }
}

async function runDrill(
  server: TestServer,
  size: LoadSize,
  say: (line: string) => void,
  filesDir?: string,
): Promise<Outcome> {
  const failures: string[] = [];
  const check: Check = (isRight, sentence) => isRight || failures.push(sentence);
  const caller = await signIn(server);
  const before = await createShares(caller, size);
  const gone = before.splice(0, size.filesEach);
  await removeShare(caller, gone[0]?.shareId ?? '');
  const half = await beginUpload(caller);
  say(`${before.length} files are there, the backup begins.`);

  const file = path.join(server.home, 'slipway.tar');
  const load = startLoad(caller, size);
  const backup = await runTool(server, 'backup', file);
  const during = await load.stop();
  check(backup.code === 0, `The backup failed: ${backup.output}`);
  check((fs.statSync(file).mode & 0o777) === 0o600, 'Others may read the backup.');
  const after = await sendFile(caller, await newShare(caller, 'Too late'), 10_000);

  await server.kill();
  fs.rmSync(server.dataDir, { recursive: true });
  if (filesDir !== undefined) for (const name of fs.readdirSync(filesDir)) remove(path.join(filesDir, name));
  say(
    `${during.sent.length} files came and ${during.removed} shares went meanwhile. Everything is destroyed.`,
  );
  await checkDamaged(server, file, check, filesDir);
  const restore = await runTool(server, 'restore', file);
  check(restore.code === 0, `The restore failed: ${restore.output}`);
  await server.start();

  const items = await checkItems(caller, { before, gone, during: during.sent, after, check });
  check(await resumeUpload(caller, half), 'An upload that was on its way can’t be sent any more.');
  await checkReplace(server, file, check, filesDir);
  check(
    (await sha256At(caller, before[0] as SentFile)) === before[0]?.sha256,
    'The second restore lacks a file.',
  );
  return {
    failures,
    figures: {
      'items verified': items,
      'items lost or changed': failures.length === 0 ? 0 : 'see above',
      'MB in the backup': Math.round(fs.statSync(file).size / 1e6),
      'files sent meanwhile': during.sent.length,
      'shares deleted meanwhile': during.removed,
      'backup, minutes': minutes(backup.ms),
      'restore, minutes': minutes(restore.ms),
    },
  };
}

const remove = (place: string) => fs.rmSync(place, { recursive: true });

const minutes = (ms: number) => Number((ms / 60_000).toFixed(2));

async function signIn({ url }: TestServer): Promise<Caller> {
  const body = { account: admin.login, password: admin.password };
  const { token } = await call(auth.login, { body }, { base: url });
  return { base: url, headers: { [headerNames.auth]: token ?? '' } };
}

async function createShares(
  caller: Caller,
  { shares, filesEach, maxFileBytes }: LoadSize,
): Promise<SentFile[]> {
  const sent: SentFile[] = [];
  for (let n = 0; n < shares; n++) {
    const shareId = await newShare(caller, `Share ${n}`);
    const sizes = Array.from({ length: filesEach }, (_, at) =>
      Math.floor((maxFileBytes * at ** 2) / filesEach ** 2),
    );
    sent.push(...(await Promise.all(sizes.map((size) => sendFile(caller, shareId, size)))));
  }
  return sent;
}

function startLoad(caller: Caller, { workers, maxFileBytes }: LoadSize) {
  const sent: SentFile[] = [];
  let removed = 0;
  let isOver = false;
  const work = async (worker: number) => {
    for (let n = 0; !isOver; n++) {
      const shareId = await newShare(caller, `Meanwhile ${worker} ${n}`);
      const files = await Promise.all(
        [1, 2].map((part) => sendFile(caller, shareId, (maxFileBytes * part) >> 4)),
      );
      if (n % 3 !== 2) sent.push(...files);
      else {
        await removeShare(caller, shareId);
        removed++;
      }
    }
  };
  const all = Promise.all(Array.from({ length: workers }, (_, worker) => work(worker)));
  return {
    stop: async () => {
      isOver = true;
      await all;
      return { sent, removed };
    },
  };
}

type PartialUpload = { path: string; bytes: Buffer };

async function beginUpload(caller: Caller): Promise<PartialUpload> {
  const bytes = randomBytes(300_000);
  const shareId = await newShare(caller, 'Half');
  return {
    bytes,
    path: await createUpload(caller, shareId, { sizeBytes: bytes.length, first: bytes.subarray(0, 1e5) }),
  };
}

/** Asks for the offset and sends the rest. */
async function resumeUpload(caller: Caller, { path: at, bytes }: PartialUpload): Promise<boolean> {
  const offset = await offsetOf(caller, at);
  await sendRest(caller, at, offset, bytes.subarray(offset));
  const [shareId = '', , , fileId = ''] = at.split('/').slice(-4);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return (await sha256At(caller, { shareId, fileId })) === sha256;
}

type BackupItems = {
  before: SentFile[];
  gone: SentFile[];
  during: SentFile[];
  after: SentFile;
  check: Check;
};

/** Uses the old token, because sessions are restored as well. */
async function checkItems(
  caller: Caller,
  { before, gone, during, after, check }: BackupItems,
): Promise<number> {
  let verified = 0;
  for (const item of before) {
    const isSame = (await sha256At(caller, item)) === item.sha256;
    check(isSame, `File ${item.fileId} was there when the backup began, and is lost or changed.`);
    verified++;
  }
  for (const item of during) {
    const sha256 = await sha256At(caller, item);
    check(sha256 === null || sha256 === item.sha256, `File ${item.fileId} came meanwhile and is changed.`);
    if (sha256 !== null) verified++;
  }
  for (const item of [...gone, after]) {
    check((await sha256At(caller, item)) === null, `File ${item.fileId} should not be in the backup.`);
  }
  return verified;
}
