// Makes PostgreSQL unreachable in four ways under load. Run: npm run test:faults -- database
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { TestServer } from '@/testing/server/test-server';
import { Witness } from './lib/ask';
import { type Fault, runFault } from './lib/cycles';
import { OwnPostgres } from './lib/own-postgres';
import type { Figures, Outcome, Program } from './lib/program';
import { makeWorld } from './lib/world';

type Size = { cycles: number; holdMs: number };

function faultsOf(postgres: OwnPostgres): Fault[] {
  const on = () => postgres.start();
  return [
    { name: 'stopped', isSevere: true, on: () => postgres.stop(), off: on },
    { name: 'crashed', isSevere: true, on: () => postgres.crash(), off: on },
    { name: 'frozen', isSevere: true, on: () => postgres.freeze(), off: () => postgres.thaw() },
    {
      name: 'slow',
      isSevere: false,
      on: () => {
        postgres.way.delayMs = 400; // each way
      },
      off: () => {
        postgres.way.delayMs = 0;
      },
    },
  ];
}

async function breakDatabase({ cycles, holdMs }: Size, say: (line: string) => void): Promise<Outcome> {
  const home = fs.mkdtempSync(path.join(os.tmpdir(), 'slipway-fault-'));
  fs.chmodSync(home, 0o711);
  const postgres = await OwnPostgres.make(home);
  const env = { DATABASE_URL: postgres.url, SESSION_VALID: '2 hours', LOG_LEVEL: 'error' };
  const server = await TestServer.make({ env });
  const figures: Figures = {};
  const failures: string[] = [];
  try {
    await server.start();
    const world = await makeWorld(server.url);
    for (const fault of faultsOf(postgres)) {
      const witness = new Witness(server.url, ({ kind, status }) => kind === 'upload' && status === 423);
      const outcome = await runFault(fault, { cycles, holdMs, world, witness, say });
      Object.assign(figures, outcome.figures);
      failures.push(...outcome.failures);
    }
    if (failures.length > 0) say(server.process.output.slice(-4_000));
  } finally {
    await server.remove();
    await postgres.remove();
    fs.rmSync(home, { recursive: true, force: true });
  }
  return { figures, failures };
}

export const program: Program = {
  about:
    'PostgreSQL is stopped, crashes, freezes and gets slow under load; everybody is told to come back, and nothing is lost',
  maxMinutes: 10,
  run: (say) => breakDatabase({ cycles: 5, holdMs: 7_000 }, say),
};
