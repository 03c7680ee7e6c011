import { setTimeout } from 'node:timers/promises';

const patienceMs = 30_000;

/** @throws `sentence` after a time limit */
export async function until(isSo: () => boolean, sentence: string): Promise<void> {
  const end = performance.now() + patienceMs;
  while (!isSo()) {
    if (performance.now() > end) throw new Error(sentence);
    await setTimeout(50);
  }
}
