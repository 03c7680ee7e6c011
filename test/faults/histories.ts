// Counters of several nodes, asked at the same time while nodes are stopped and continued, lines cut and clocks apart:
// what everybody was answered has to fit into one order. Run: npm run test:faults -- histories
import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { twoNodes } from '@/e2e/start/two-nodes';
import { ensureBuilt } from '@/scripts/lib/build.mjs';
import { TestServer } from '@/testing/server/test-server';
import { askRoom, askViews, type Caller } from './lib/counter-calls';
import { room, views } from './lib/counters';
import { disturb } from './lib/disturbance';
import { isLinearizable, type Operation } from './lib/linear';
import type { Program } from './lib/program';
import { Random } from './lib/random';

const seeds = Number(process.env.SEEDS ?? 20);
const callers = 6;
const turns = 9;
const minute = 60_000;
/** Whoever waits longer meets silence, which is a failure. */
const longestMs = 15_000;
/** So many seeds show a planted fault, or the program is blind. */
const plantedSeeds = 5;

export const program: Program = {
  about:
    'views and room of two and three nodes with clocks apart, that are stopped and continued: answers fit into one order',
  maxMinutes: 20,
  run: async (say) => {
    await ensureBuilt();
    const all = [...(await historiesOf(2, say)), ...(await historiesOf(3, say))];
    const operations = all.flatMap(({ history }) => history);
    const planted = await plantedHistories(say);
    return {
      figures: {
        histories: all.length,
        operations: operations.length,
        unanswered: operations.filter(({ result }) => result === null).length,
        'times a process was stopped': all.reduce((sum, { stops }) => sum + stops, 0),
        'histories with a planted fault': planted.length,
        'of which fit into no order': planted.filter(({ isOrder }) => !isOrder).length,
      },
      failures: [
        ...all.flatMap(({ silences }) => silences.map((one) => `No answer came: ${one}`)),
        ...all
          .filter(({ isOrder }) => !isOrder)
          .map(({ name, history }) => `${name} fits into no order: ${JSON.stringify(history)}`),
        ...kinds
          .filter((kind) => planted.every((one) => one.kind !== kind || one.isOrder))
          .map((kind) => `A planted fault of ${kind} wasn't found.`),
      ],
    };
  },
};

/** Even seeds are for two nodes, odd ones for three. */
async function historiesOf(count: 2 | 3, say: (line: string) => void): Promise<History[]> {
  const found: History[] = [];
  const cluster = await startNodes(count);
  try {
    for (let seed = count === 2 ? 2 : 1; seed <= seeds; seed += 2)
      for (const kind of kinds) {
        found.push(await oneHistory(kind, cluster.nodes, seed));
        say(`${count} nodes, seed ${seed}, ${kind}: ${found.at(-1)?.history.length} operations`);
      }
    return found;
  } finally {
    await cluster.remove();
  }
}

/** Of nodes that read a counter before they lock its row. What is never answered could hide it, so no line is cut. */
async function plantedHistories(say: (line: string) => void): Promise<History[]> {
  const found: History[] = [];
  const cluster = await startNodes(2, ['careless-counters']);
  try {
    for (let seed = 1; seed <= plantedSeeds; seed++)
      for (const kind of kinds) {
        found.push(await oneHistory(kind, cluster.nodes, seed, 0));
        say(`planted fault, seed ${seed}, ${kind}: ${found.at(-1)?.isOrder ? 'an order' : 'no order'}`);
      }
    return found;
  } finally {
    await cluster.remove();
  }
}

type Kind = 'views' | 'room';
type History = {
  kind: Kind;
  name: string;
  history: Operation<unknown>[];
  silences: string[];
  isOrder: boolean;
  stops: number;
};

const kinds: readonly Kind[] = ['views', 'room'];

const loaded = (...names: string[]) => ({
  NODE_OPTIONS: names
    .map((name) => `--import=${import.meta.resolve(`@/testing/server/${name}.mjs`)}`)
    .join(' '),
});

async function startNodes(count: number, faults: string[] = []) {
  const shift = (ms: number) => ({ ...loaded('shifted-clock', ...faults), CLOCK_AHEAD_MS: String(ms) });
  const settings = { RATE_LIMITS: 'off', SESSION_VALID: '2 hours', LOG_LEVEL: 'error', ...loaded(...faults) };
  const { nodes, remove } = await twoNodes(settings, shift(12 * minute));
  if (count === 2) return { nodes: [...nodes], remove };
  const [first] = nodes;
  const shared = { DATABASE_URL: first.databaseUrl, DATA_DIR: first.dataDir };
  const secret = { AUTH_SECRET: 'the same secret on every node, long enough' };
  const third = await TestServer.make({ env: { ...settings, ...secret, ...shared, ...shift(-7 * minute) } });
  await third.start();
  return {
    nodes: [...nodes, third],
    remove: async () => {
      await third.remove();
      await remove();
    },
  };
}

/** Several callers, each of whom asks one thing after the other of any node. */
async function oneHistory(
  kind: Kind,
  nodes: readonly TestServer[],
  seed: number,
  cutShare = 0.15,
): Promise<History> {
  const random = new Random(seed);
  const name = `history-${seed}-${randomBytes(4).toString('hex')}`;
  const counter = await (kind === 'views' ? askViews : askRoom)(nodes, name);
  const disturbance = disturb(nodes, new Random(seed + 1000));
  const history: Operation<unknown>[] = [];
  const silences: string[] = [];
  const work = async () => {
    for (let turn = 0; turn < turns; turn++) {
      const { url } = random.one(nodes);
      await delay(random.below(30));
      const isCut = random.chance(cutShare);
      const caller: Caller = { url, patienceMs: isCut ? 1 + random.below(40) : longestMs, random };
      const { act, ask } = counter.choose(caller);
      const begunAt = performance.now();
      const result = await ask().catch(() => null);
      const now = performance.now();
      if (now - begunAt > longestMs) silences.push(`${name}: ${JSON.stringify(act)} of ${url}`);
      history.push({ act, begunAt, endedAt: result === null ? Infinity : now, result });
    }
  };
  try {
    await Promise.all(Array.from({ length: callers }, work));
  } finally {
    await disturbance.end();
  }
  const isOrder =
    kind === 'views'
      ? isLinearizable(history as never, views(counter.limit))
      : isLinearizable(history as never, room(counter.limit));
  return {
    kind,
    name: `${kind} of ${nodes.length} nodes, seed ${seed},`,
    history,
    silences,
    isOrder,
    stops: disturbance.stops(),
  };
}
