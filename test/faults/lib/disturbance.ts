import { setTimeout as delay } from 'node:timers/promises';
import { sendSignal } from '@/testing/server/server-process';
import type { TestServer } from '@/testing/server/test-server';
import type { Random } from './random';

export type Disturbance = { stops: () => number; end: () => Promise<void> };

/** Stops one process after the other for a moment, as a machine that swaps or is moved. Leaves none stopped. */
export function disturb(nodes: readonly TestServer[], random: Random): Disturbance {
  const processes = nodes.flatMap(({ process: node }) => [...node.pidsOf('app'), ...node.pidsOf('pages')]);
  const goOn = () => {
    for (const pid of processes) sendSignal(pid, 'SIGCONT');
  };
  process.once('exit', goOn);
  const over = new AbortController();
  let stops = 0;
  const run = async () => {
    while (!over.signal.aborted) {
      await delay(20 + random.below(120));
      const pid = random.one(processes);
      sendSignal(pid, 'SIGSTOP');
      stops++;
      await delay(20 + random.below(300)).finally(() => sendSignal(pid, 'SIGCONT'));
    }
  };
  const running = run();
  return {
    stops: () => stops,
    end: async () => {
      over.abort();
      await running.finally(goOn);
      process.removeListener('exit', goOn);
    },
  };
}
