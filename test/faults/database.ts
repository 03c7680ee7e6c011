// Makes PostgreSQL unreachable or unwilling in ten ways under load. Run as root: npm run test:faults -- database
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { TestServer } from '@/testing/server/test-server';
import { isDiskFullReply, Witness } from './lib/ask';
import { type Fault, runFault } from './lib/cycles';
import { firstPassword, OwnPostgres } from './lib/own-postgres';
import type { Figures, Outcome, Program } from './lib/program';
import { fillFile, mountSmallDisk, unmount } from './lib/small-disk';
import { makeWorld } from './lib/world';

type Size = { cycles: number; holdMs: number };

function faultsOf(postgres: OwnPostgres, disk: string): Fault[] {
  const on = () => postgres.start();
  return [
    { name: 'stopped', isSevere: true, on: () => postgres.stop(), off: on },
    { name: 'crashed', isSevere: true, on: () => postgres.crash(), off: on },
    ...refusalsOf(postgres),
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
    {
      name: 'swallowed',
      isSevere: true,
      on: () => {
        postgres.way.isSwallowing = true;
      },
      off: () => {
        postgres.way.isSwallowing = false;
      },
    },
    {
      name: 'full',
      isSevere: false,
      on: () => fillFile(path.join(disk, 'fill')),
      off: () => fs.rmSync(path.join(disk, 'fill')),
    },
  ];
}

/** Changes that an administrator makes. The first leaves open connections alone, so that only new ones are refused. */
function refusalsOf(postgres: OwnPostgres): Fault[] {
  const change = (name: string, on: string, off: string): Fault => ({
    name,
    isSevere: true,
    on: () => postgres.administer(on).then(() => postgres.endConnections()),
    off: () => postgres.administer(off).then(() => postgres.endConnections()),
  });
  return [
    {
      name: 'other password',
      isSevere: true,
      on: () => postgres.administer("ALTER ROLE slipway PASSWORD 'another one'"),
      off: () => postgres.administer(`ALTER ROLE slipway PASSWORD '${firstPassword}'`),
    },
    change('role locked', 'ALTER ROLE slipway NOLOGIN', 'ALTER ROLE slipway LOGIN'),
    {
      name: 'renamed',
      isSevere: true,
      on: () => postgres.rename('slipway', 'elsewhere'),
      off: () => postgres.rename('elsewhere', 'slipway'),
    },
    change(
      'read-only',
      'ALTER DATABASE slipway SET default_transaction_read_only TO on',
      'ALTER DATABASE slipway RESET default_transaction_read_only',
    ),
  ];
}

async function breakDatabase({ cycles, holdMs }: Size, say: (line: string) => void): Promise<Outcome> {
  const home = fs.mkdtempSync(path.join(os.tmpdir(), 'slipway-fault-'));
  fs.chmodSync(home, 0o711);
  const disk = path.join(home, 'postgres');
  fs.mkdirSync(disk);
  mountSmallDisk(disk, '600m');
  const postgres = await OwnPostgres.make(home);
  const env = { DATABASE_URL: postgres.url, SESSION_VALID: '2 hours', LOG_LEVEL: 'error' };
  const server = await TestServer.make({ env });
  const figures: Figures = {};
  const failures: string[] = [];
  try {
    await server.start();
    const world = await makeWorld(server.url);
    for (const fault of faultsOf(postgres, disk)) {
      const witness = new Witness(server.url, isDiskFullReply);
      const outcome = await runFault(fault, { cycles, holdMs, world, witness, say });
      Object.assign(figures, outcome.figures);
      failures.push(...outcome.failures);
    }
    if (failures.length > 0) say(server.process.output.slice(-4_000));
  } finally {
    await server.remove();
    await postgres.remove();
    unmount(disk);
    fs.rmSync(home, { recursive: true, force: true });
  }
  return { figures, failures };
}

export const program: Program = {
  about:
    'PostgreSQL is stopped, crashes, freezes, gets slow or full, swallows connections, and has its password, role, name or rights changed under load; everybody is told to come back, and nothing is lost',
  maxMinutes: 20,
  run: (say) => breakDatabase({ cycles: 3, holdMs: 7_000 }, say),
};
