import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { bytePaths, fillPath } from '@/lib/contract/byte-calls/bytes';
import { share } from '@/lib/contract/share/share';
import { sha256, type Witness } from './ask';
import { type SendResult, sendResumably } from './sender';
import { requestsOf, type World } from './world';

const pauseMs = 40;
const senders = 3;

export type Load = {
  uploads: SendResult[];
  shares: string[];
  finish: () => Promise<void>;
};

/** Starts people who read, sign in, open links, download, create shares and upload until stopped. */
export function startLoad(world: World, witness: Witness, { largestBytes = 3_000_000 } = {}): Load {
  const uploads: SendResult[] = [];
  const shares: string[] = [];
  let isEnding = false;

  const again = async (work: () => Promise<unknown>) => {
    while (!isEnding) {
      await work();
      await sleep(pauseMs);
    }
  };
  const create = async () => {
    const body = JSON.stringify({ name: 'Acknowledged', validity: 3_600_000, maxViews: 1 });
    const request = { method: 'POST', headers: world.headers, body };
    const answer = await witness.ask('create', share.create.path, request);
    if (answer?.isGood) shares.push((JSON.parse(answer.body.toString()) as { id: string }).id);
  };
  const upload = async () => {
    const { headers, shareId } = world;
    const sizeBytes = randomInt(1, largestBytes);
    const size = { sizeBytes, pieceBytes: Math.max(300_000, Math.ceil(sizeBytes / 8)) };
    const sent = await sendResumably({ witness, headers, shareId, isOver: () => false }, size);
    if (sent) uploads.push(sent);
  };
  const { login, upload: _once, ...others } = requestsOf(world, witness);
  const workers = [
    ...Object.values(others).map(again),
    again(() => login().then(() => sleep(300))),
    again(create),
    ...Array.from({ length: senders }, () => again(upload)),
  ];
  return {
    uploads,
    shares,
    finish: async () => {
      isEnding = true;
      await Promise.all(workers);
    },
  };
}

/**
 * Counts acknowledged data that is missing.
 * @returns the number of losses
 */
export async function countLost(world: World, witness: Witness, load: Load): Promise<number> {
  let lost = 0;
  const { headers, shareId: id } = world;
  for (const sent of load.uploads) {
    const fileId = sent.path.split('/').at(-1) ?? '';
    const answer = await witness.ask('file', fillPath(bytePaths.ownFile, { id, fileId }), { headers });
    if (!answer?.isGood || sha256(answer.body) !== sent.sha256) lost++;
  }
  for (const shareId of load.shares) {
    const answer = await witness.ask('detail', share.get.path.replace('{id}', shareId), { headers });
    if (!answer?.isGood) lost++;
  }
  return lost;
}
