// How long sign-ins take, for logins that somebody has and for those that nobody has, how many a second there are,
// and how long other requests would wait meanwhile. Limits are off: they are what makes real guessing slow.
// Run: npx tsx --tsconfig bench/tsconfig.json bench/logins.ts [tries]
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '@/lib/contract/errors';
import { hashPassword } from '@/lib/server/auth/password';
import { contextOf } from '@/lib/server/container';
import { newId } from '@/lib/server/ids';
import { signIn } from '@/lib/server/services/session/sign-in';
import { startDatabase } from './lib/database';

const tries = Number(process.argv[2] ?? 100);
const waiting = 200;
const password = 'right horse battery staple';

const context = () => contextOf({ address: '192.0.2.1', userAgent: null });
const attempt = (account: string, given: string) => signIn(context(), { account, password: given });

async function msOf(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work().catch(() => undefined);
  return performance.now() - began;
}

const median = (values: number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

async function compare(logins: Record<string, string>): Promise<void> {
  const times = Object.keys(logins).map((name) => ({ name, ms: [] as number[] }));
  for (let n = -5; n < tries; n++) {
    for (const { name, ms } of times) {
      const took = await msOf(() => attempt(logins[name] ?? '', `wrong ${n}`));
      if (n >= 0) ms.push(took);
    }
  }
  const base = median(times[0]?.ms ?? []);
  for (const { name, ms } of times) {
    const difference = ((median(ms) / base - 1) * 100).toFixed(1);
    console.log(`${name.padEnd(10)} median ${median(ms).toFixed(1)} ms (${difference} %)`);
  }
}

async function untilAnswered(login: string): Promise<number> {
  for (let refusals = 0; ; refusals++) {
    try {
      await attempt(login, password);
      return refusals;
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'server.unavailable') throw error;
      await sleep(20);
    }
  }
}

async function crowd(): Promise<void> {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const began = performance.now();
  const refusals = await Promise.all(Array.from({ length: waiting }, (_, n) => untilAnswered(`user${n}`)));
  const seconds = (performance.now() - began) / 1000;
  delay.disable();
  console.log(`${waiting} at once: ${(waiting / seconds).toFixed(1)} logins a second`);
  console.log(`  told to come back: ${refusals.filter((count) => count > 0).length} of ${waiting}`);
  console.log(
    `  event loop: longest pause ${(delay.max / 1e6).toFixed(1)} ms, median ${(delay.percentile(50) / 1e6).toFixed(1)} ms`,
  );
}

process.env.RATE_LIMITS = 'off';
const database = await startDatabase();
const { db } = context();
const passwordHash = await hashPassword(password);
const make = (login: string, over: object = {}) =>
  db.account.create({ data: { id: newId(), login, passwordHash, ...over } });
await make('known');
await make('disabled', { state: 'Disabled' });
await make('external', { source: 'oauth:example', passwordHash: null });
await compare({ known: 'known', unknown: 'nobody', disabled: 'disabled', external: 'external' });
for (let n = 0; n < waiting; n++) await make(`user${n}`);
await crowd();
await database.stop();
