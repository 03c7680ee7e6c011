// One of three disks behind the bucket fails during uploads. Run: npm run test:faults -- osd
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startRadosgw } from '@/scripts/lib/radosgw.mjs';
import { bucketEnv, freshBucket } from '@/testing/network/bucket';
import { TestServer } from '@/testing/server/test-server';
import { sha256, Witness } from './lib/ask';
import type { Outcome, Program } from './lib/program';
import { sendResumably } from './lib/sender';
import { makeWorld, type World } from './lib/world';

const uploads = 6;
const sizeBytes = 40 * 1024 * 1024;
const pieceBytes = 4 * 1024 * 1024;

async function breakDisk(say: (line: string) => void): Promise<Outcome> {
  const service = await startRadosgw({ osds: 3 });
  if (!service?.dir) return { figures: {}, failures: ['There is no S3 service to break.'] };
  const { endpoint, dir } = service;
  const env = { ...bucketEnv(await freshBucket({ endpoint })), RATE_LIMITS: 'off', MAX_SIZE: '1G' };
  const server = await TestServer.make({ env });
  const killDisk = () =>
    process.kill(Number(fs.readFileSync(path.join(dir, 'osd.1.pid'), 'utf8')), 'SIGKILL');
  try {
    await server.start();
    return await uploadDuringFailure(await makeWorld(server.url), killDisk, say);
  } finally {
    await server.remove();
    service.stop();
  }
}

async function uploadDuringFailure(world: World, killDisk: () => void, say: (line: string) => void) {
  const witness = new Witness(world.base);
  const sending = { witness, headers: world.headers, shareId: world.shareId, isOver: () => false };
  const all = Promise.all(
    Array.from({ length: uploads }, () => sendResumably(sending, { sizeBytes, pieceBytes })),
  );
  while (witness.answers < uploads * 4) await sleep(20); // some parts are stored, others in flight
  killDisk();
  say('  one disk of three is dead');
  const beganMs = performance.now();
  const sent = await all;
  const seconds = (performance.now() - beganMs) / 1000;
  let identical = 0;
  for (const file of sent) {
    const id = file?.path.split('/').at(-1) ?? '';
    const answer = await witness.ask('file', `/api/v2/sec/share/${world.shareId}/file/${id}`, world);
    if (answer && sha256(answer.body) === file?.sha256) identical++;
  }
  const failures = [...witness.lies].map(([lie, times]) => `${lie} (${times} ×)`);
  if (identical < uploads) failures.push(`${uploads - identical} files are not what was sent`);
  const { answers, refusals, slowestMs } = witness;
  const figures = { uploads, identical, answers, refusals, 'slowest answer, ms': Math.round(slowestMs) };
  return { figures: { ...figures, 'done after the death, s': seconds.toFixed(1) }, failures };
}

export const program: Program = {
  about: 'one of the three disks behind a bucket dies amid uploads; each of them ends identical',
  maxMinutes: 8,
  run: breakDisk,
};
