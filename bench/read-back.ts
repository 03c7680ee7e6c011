// What reading stored files back costs uploads: the same server with and without something to read, in turns.
// Run: npm run bench -- read-back   ROUNDS=5
import pg from 'pg';
import { fileToSend, headerLines, load } from './lib/load';
import { type Product, startProduct } from './lib/product';
import { compare, introduce, type Side } from './lib/rounds';

const size = 512 * 2 ** 20;
/** Together longer than the pause between two runs of the job. */
const files = 5;

introduce('Uploads while stored files are read back');
const ours = await startProduct();
const db = new pg.Client({ connectionString: ours.server.databaseUrl });
try {
  await db.connect();
  const kept = await ours.newShare();
  await load({ ...upload(ours, kept), count: 2 });
  await compare('5 × 512 MiB in 10 MiB chunks', [sideOf(false), sideOf(true)], 'MB/s');
} finally {
  await db.end();
  await ours.stop();
}

function upload(product: Product, shareId: string) {
  const sent = { mode: 'tus', chunk: 10 * 2 ** 20, conc: 1, file: fileToSend(size) };
  return { ...sent, port: product.port, path: product.uploads(shareId), hdr: headerLines(product.headers) };
}

function sideOf(isRead: boolean): Side {
  let shareId = '';
  return {
    name: isRead ? 'read back' : 'not read',
    pid: ours.pid,
    clear: async () => {
      if (shareId) await ours.removeShare(shareId);
      shareId = await ours.newShare();
    },
    work: async () => {
      await setRound(isRead);
      return load({ ...upload(ours, shareId), count: files });
    },
  };
}

/** A round that has just begun, or is over. */
async function setRound(isRead: boolean): Promise<void> {
  const round = { startedMs: Date.now(), after: '', doneMs: isRead ? null : Date.now(), reading: null };
  const state = JSON.stringify({ ...round, found: [], isTold: true, mailedMs: 0 });
  const set = `INSERT INTO "Setting" ("key", "value") VALUES ('readBack', $1)
    ON CONFLICT ("key") DO UPDATE SET "value" = $1`;
  await db.query(set, [state]);
  await db.query(`UPDATE "Job" SET "dueAt" = now() WHERE "name" = 'read back'`);
  await db.query(`SELECT pg_notify('slipway_job', 'read back')`);
}
