import { setTimeout as sleep } from 'node:timers/promises';
import type { receipt } from '@/lib/contract/alias/receipt';
import { CallRefusal, call } from './call';
import type { Output } from './output';

const pauseMs = 1_000;
const patienceMs = 20_000;

/** Names what the virus scan holds back of a delivery, once it has looked into all of it. */
export async function noteHeldFiles(output: Output, server: string, token: string): Promise<string[]> {
  const untilMs = performance.now() + patienceMs;
  for (;;) {
    const files = await filesOf(server, token);
    const held = files.filter(({ scan }) => scan === 'held').map(({ path, name }) => pathOf(path, name));
    const isChecked = files.every(({ scan }) => scan !== 'checking');
    if (isChecked || performance.now() > untilMs) {
      for (const name of held) output.note(`${name} is held by the virus scan. Ask the recipient.`);
      if (!isChecked) output.note('The virus scan is still looking: the receipt says what it finds.');
      return held;
    }
    await sleep(pauseMs);
  }
}

const pathOf = (folder: string, name: string) => (folder ? `${folder}/${name}` : name);

/** None of a delivery that was taken back meanwhile. */
async function filesOf(server: string, token: string) {
  try {
    const request = { method: 'POST', headers: {}, body: { token } };
    return (await call<typeof receipt.look>(server, '/api/v2/open/receipt/look', request)).files;
  } catch (error) {
    if (error instanceof CallRefusal) return [];
    throw error;
  }
}
