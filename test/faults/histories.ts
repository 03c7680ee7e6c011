// Counters of several nodes, asked at the same time while nodes are stopped and continued, lines cut and clocks apart:
// what everybody was answered has to fit into one order. Run: npm run test:faults -- histories
import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { twoNodes } from '@/e2e/start/two-nodes';
import { ensureBuilt } from '@/scripts/lib/build.mjs';
import { TestServer } from '@/testing/server/test-server';
import { askRoom, askViews, type Caller } from './lib/counter-calls';
import { room, views } from './lib/counters';
import { isLinearizable, type Operation } from './lib/linear';
import type { Program } from './lib/program';
import { Random } from './lib/random';

const seeds = Number(process.env.SEEDS ?? 20);
const callers = 6;
const turns = 9;
const minute = 60_000;

export const program: Program = {
  about:
    'views and room of two and three nodes with clocks apart, that are stopped and continued: answers fit into one order',
  maxMinutes: 20,
  run: async (say) => {
    await ensureBuilt();
    const all = [...(await historiesOf(2, say)), ...(await historiesOf(3, say))];
    const operations = all.flatMap(({ history }) => history);
    return {
      figures: {
        histories: all.length,
        operations: operations.length,
        unanswered: operations.filter(({ result }) => result === null).length,
        'times a node was stopped': all.reduce((sum, { stops }) => sum + stops, 0),
      },
      failures: all
        .filter(({ isOrder }) => !isOrder)
        .map(({ name, history }) => `${name} fits into no order: ${JSON.stringify(history)}`),
    };
  },
};

/** Even seeds are for two nodes, odd ones for three. */
async function historiesOf(count: 2 | 3, say: (line: string) => void): Promise<History[]> {
  const found: History[] = [];
  const cluster = await startNodes(count);
  try {
    for (let seed = count === 2 ? 2 : 1; seed <= seeds; seed += 2)
      for (const kind of ['views', 'room'] as const) {
        found.push(await oneHistory(kind, cluster.nodes, seed));
        say(`${count} nodes, seed ${seed}, ${kind}: ${found.at(-1)?.history.length} operations`);
      }
    return found;
  } finally {
    await cluster.remove();
  }
}

type History = { name: string; history: Operation<unknown>[]; isOrder: boolean; stops: number };

async function startNodes(count: number) {
  const shift = (ms: number) => ({
    NODE_OPTIONS: `--import=${import.meta.resolve('@/testing/server/shifted-clock.mjs')}`,
    CLOCK_AHEAD_MS: String(ms),
  });
  const settings = { RATE_LIMITS: 'off', SESSION_VALID: '2 hours', LOG_LEVEL: 'error' };
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
  kind: 'views' | 'room',
  nodes: readonly TestServer[],
  seed: number,
): Promise<History> {
  const random = new Random(seed);
  const name = `history-${seed}-${randomBytes(4).toString('hex')}`;
  const counter = await (kind === 'views' ? askViews : askRoom)(nodes, name);
  const disturbance = disturb(nodes, new Random(seed + 1000));
  const history: Operation<unknown>[] = [];
  const work = async () => {
    for (let turn = 0; turn < turns; turn++) {
      const { url } = random.one(nodes);
      await delay(random.below(30));
      const caller: Caller = { url, patienceMs: random.chance(0.15) ? 1 + random.below(40) : 15_000, random };
      const { act, ask } = counter.choose(caller);
      const begunAt = performance.now();
      const result = await ask().catch(() => null);
      history.push({ act, begunAt, endedAt: result === null ? Infinity : performance.now(), result });
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
    name: `${kind} of ${nodes.length} nodes, seed ${seed},`,
    history,
    isOrder,
    stops: disturbance.stops(),
  };
}

/** Stops one node after the other for a moment, as a machine that swaps or is moved. */
function disturb(nodes: readonly TestServer[], random: Random) {
  let isOver = false;
  let stops = 0;
  const run = async () => {
    while (!isOver) {
      await delay(20 + random.below(120));
      const node = random.one(nodes);
      node.process.signal('SIGSTOP');
      stops++;
      await delay(20 + random.below(300));
      node.process.signal('SIGCONT');
    }
  };
  const running = run();
  return {
    stops: () => stops,
    end: async () => {
      isOver = true;
      await running;
    },
  };
}
