// An hour of ordinary use with a kill every ten minutes. Run: npm run test:faults -- soak (SOAK_MINUTES for another
// duration)
import { setTimeout as sleep } from 'node:timers/promises';
import type { TestServer } from '@/testing/server/test-server';
import { actAsOwner, Journal, signInPeople } from './lib/people';
import { median, type Usage, usageOf } from './lib/process-figures';
import type { Outcome, Program } from './lib/program';
import { withServer } from './lib/running-server';

const minutes = Number(process.env.SOAK_MINUTES ?? 60);
const clients = 10;
const lifeMs = Math.min(10, minutes / 2) * 60_000;
const sampleMs = 5_000;
const filesPerShare = 500;
/**
 * Growth between the second fifth of a life and the last, as median of all lives. A single life can swing by a
 * hundred MB through garbage collection.
 */
const mayGrow = { rssMb: 60, descriptors: 10 };

async function sampleLife(server: TestServer, until: number): Promise<Usage[]> {
  const samples: Usage[] = [];
  while (Date.now() < until) {
    await sleep(sampleMs);
    samples.push(usageOf(server.process.pid));
  }
  return samples;
}

const medianBetween = (samples: Usage[], from: number, to: number, what: keyof Usage): number =>
  median(samples.slice(samples.length * from, samples.length * to).map((usage) => usage[what]));

const growth = (samples: Usage[], what: keyof Usage): number =>
  medianBetween(samples, 0.8, 1, what) - medianBetween(samples, 0.2, 0.4, what);

async function soak(server: TestServer, say: (line: string) => void): Promise<Outcome> {
  const journal = new Journal();
  const owners = await signInPeople(clients);
  const end = Date.now() + minutes * 60_000;
  let isBreaking = false;
  const terms = { journal, isOver: () => Date.now() > end, isBreaking: () => isBreaking, filesPerShare };
  const people = Promise.all(owners.map((owner) => actAsOwner(owner, terms)));
  const lives: Usage[][] = [];
  while (Date.now() < end) {
    const samples = await sampleLife(server, Math.min(end, Date.now() + lifeMs));
    lives.push(samples);
    const memory = [0.2, 0.4, 0.6, 0.8].map((from) => medianBetween(samples, from, from + 0.2, 'rssMb'));
    say(
      `life ${lives.length}: ${journal.answers} answers, ${journal.errors.length} errors, ${memory.join(' → ')} MB`,
    );
    if (Date.now() >= end) break;
    isBreaking = true;
    await server.kill();
    await server.start();
    await sleep(1_000); // requests during the start
    isBreaking = false;
  }
  await people;
  const growths = (what: keyof Usage) => lives.map((samples) => growth(samples, what));
  const [rss, descriptors] = [growths('rssMb'), growths('descriptors')];
  const failures = journal.errors.slice(0, 20);
  if (median(rss) > mayGrow.rssMb) failures.push(`memory grew by ${rss.join(', ')} MB within the lives`);
  if (median(descriptors) > mayGrow.descriptors) failures.push(`${descriptors.join(', ')} more descriptors`);
  return {
    figures: {
      minutes,
      clients,
      kills: lives.length - 1,
      answers: journal.answers,
      errors: journal.errors.length,
      'interrupted by kills': journal.interrupted,
      'memory at the end, MB': medianBetween(lives.at(-1) ?? [], 0.8, 1, 'rssMb'),
      'growth of memory in each life, MB': rss.join(', '),
      'growth of descriptors in each life': descriptors.join(', '),
    },
    failures,
  };
}

export const program: Program = {
  about: `${clients} people use the product for ${minutes} minutes and the whole server is killed now and then; nothing grows`,
  maxMinutes: minutes + 10,
  run: (say) => withServer({ RATE_LIMITS: 'off' }, (server) => soak(server, say)),
};
