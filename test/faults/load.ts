// Forty people at once, for ten minutes. Run: npm run test:faults -- load (LOAD_SECONDS for another duration)
import { setTimeout as sleep } from 'node:timers/promises';
import type { TestServer } from '@/testing/server/test-server';
import { actAsOwner, Journal, signInPeople } from './lib/people';
import { percentile, type Usage, usageOf } from './lib/process-figures';
import type { Figures, Outcome, Program } from './lib/program';
import { withServer } from './lib/running-server';

const seconds = Number(process.env.LOAD_SECONDS ?? 600);
const clients = 40;
/** Upper limits in ms for 99 % of responses. */
const slowestMs = { list: 1_000, open: 1_000, session: 1_000 };

function judge(journal: Journal): string[] {
  const late = Object.entries(slowestMs).flatMap(([kind, limit]) => {
    const p99 = percentile(journal.ms[kind] ?? [], 0.99);
    return p99 > limit ? [`${kind} took ${Math.round(p99)} ms at the 99th of 100`] : [];
  });
  return [...journal.errors.slice(0, 20), ...late];
}

function figuresOf(journal: Journal, early: Usage, late: Usage): Figures {
  const latencies = Object.entries(journal.ms).map(([kind, ms]) => [
    `${kind} p50 / p99, ms`,
    `${Math.round(percentile(ms, 0.5))} / ${Math.round(percentile(ms, 0.99))}`,
  ]);
  return {
    clients,
    answers: journal.answers,
    errors: journal.errors.length,
    'answers a second': Math.round(journal.answers / seconds),
    'MB a second, up': Math.round(journal.sentBytes / 1e5 / seconds) / 10,
    'MB a second, down': Math.round(journal.receivedBytes / 1e5 / seconds) / 10,
    ...Object.fromEntries(latencies),
    'memory after a third, MB': early.rssMb,
    'memory at the end, MB': late.rssMb,
    'descriptors after a third': early.descriptors,
    'descriptors at the end': late.descriptors,
  };
}

async function load(server: TestServer, say: (line: string) => void): Promise<Outcome> {
  const journal = new Journal();
  const owners = await signInPeople(clients);
  const end = Date.now() + seconds * 1000;
  const terms = { journal, isOver: () => Date.now() > end, isBreaking: () => false };
  const people = Promise.all(owners.map((owner) => actAsOwner(owner, terms)));
  await Promise.race([people, sleep((seconds * 1000) / 3)]);
  const early = usageOf(server.process.pid);
  say(`${journal.answers} answers, ${journal.errors.length} errors, ${early.rssMb} MB`);
  await people;
  return { figures: figuresOf(journal, early, usageOf(server.process.pid)), failures: judge(journal) };
}

export const program: Program = {
  about: `${clients} people sign in, list, open, upload and download for ${seconds} seconds; nobody meets an error`,
  maxMinutes: seconds / 60 + 5,
  run: (say) => withServer({ RATE_LIMITS: 'off' }, (server) => load(server, say)),
};
