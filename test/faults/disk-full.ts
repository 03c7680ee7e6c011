// Fills the disk under load: that of the files, and that of a whole default installation. Run as root: npm run
// test:faults -- disk-full
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { TestServer } from '@/testing/server/test-server';
import { isDiskFullReply, Witness } from './lib/ask';
import { type Fault, runFault } from './lib/cycles';
import { OwnPostgres } from './lib/own-postgres';
import type { Figures, Outcome, Program } from './lib/program';
import { fillFile, mountSmallDisk, unmount } from './lib/small-disk';
import { makeWorld } from './lib/world';

type Size = { cycles: number; holdMs: number };
type Say = (line: string) => void;

function diskFullFault(name: string, dir: string): Fault {
  const file = path.join(dir, 'fill');
  return { name, isSevere: true, on: () => fillFile(file), off: () => fs.rmSync(file) };
}

async function fillDisk(name: string, { cycles, holdMs }: Size, isOwnDatabase: boolean, say: Say) {
  const home = fs.mkdtempSync(path.join(os.tmpdir(), 'slipway-full-'));
  fs.chmodSync(home, 0o711);
  const small = path.join(home, 'small');
  fs.mkdirSync(small);
  mountSmallDisk(small, '600m');
  const postgres = isOwnDatabase ? await OwnPostgres.make(home) : null;
  const server = await TestServer.make({
    env: {
      DATA_DIR: path.join(small, 'data'),
      SESSION_VALID: '2 hours',
      LOG_LEVEL: 'error',
      ...(postgres && { DATABASE_URL: postgres.url }),
    },
  });
  try {
    await server.start();
    const world = await makeWorld(server.url);
    const witness = new Witness(server.url, isDiskFullReply);
    const terms = { cycles, holdMs, world, witness, say, largestBytes: 200_000 };
    const outcome = await runFault(diskFullFault(name, small), terms);
    if (outcome.failures.length > 0) say(server.process.output.slice(-4_000));
    return outcome;
  } finally {
    await server.remove();
    await postgres?.remove();
    unmount(small);
    fs.rmSync(home, { recursive: true, force: true });
  }
}

async function fillDisks(size: Size, say: Say): Promise<Outcome> {
  const figures: Figures = {};
  const failures: string[] = [];
  for (const [name, isOwnDatabase] of [
    ['files', true],
    ['files and database', false],
  ] as const) {
    const outcome = await fillDisk(name, size, isOwnDatabase, say);
    Object.assign(figures, outcome.figures);
    failures.push(...outcome.failures);
  }
  return { figures, failures };
}

export const program: Program = {
  about:
    'the disk is full, of the files alone and with the database on it; everybody is told so, and nothing is lost',
  maxMinutes: 8,
  run: (say) => fillDisks({ cycles: 5, holdMs: 5_000 }, say),
};
