// Downloads a share of 6 GiB as a ZIP file and tests it with Info-ZIP's `unzip -t`, while the server's memory stays
// flat. Run: npm run test:long. Needs unzip, /proc and sparse files; takes a few minutes.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import { TestServer } from '@/testing/server/test-server';
import { saveArchive, signedIn, sparseShare } from './sparse-share';

const GiB = 1024 ** 3;
const maxGrowthBytes = 150 * 1024 ** 2;
const sizes = [5 * GiB + 7, GiB - 7 - 4096, 4096];

const say = (line: string) => process.stdout.write(`${line}\n`);
const inMiB = (bytes: number) => `${Math.round(bytes / 1024 ** 2)} MiB`;

const server = await (await TestServer.make({ env: { MAX_SIZE: '10G' } })).start();
try {
  await run();
} finally {
  await server.remove();
}

async function run(): Promise<void> {
  const headers = await signedIn(server);
  const small = await sparseShare(server, headers, [4096]);
  await saveArchive(server, headers, small, 'small.zip'); // loads everything that a first request needs
  const large = await sparseShare(server, headers, sizes);

  const before = residentBytes();
  let peak = before;
  const watch = setInterval(() => {
    peak = Math.max(peak, residentBytes());
  }, 50);
  const began = performance.now();
  const { file, sizeBytes } = await saveArchive(server, headers, large, 'large.zip');
  clearInterval(watch);
  const seconds = (performance.now() - began) / 1000;
  say(`${sizeBytes} bytes in ${seconds.toFixed(1)} s (${inMiB(sizeBytes / seconds)}/s)`);
  say(`server memory: ${inMiB(before)} before, ${inMiB(peak)} at most`);

  const report = execFileSync('unzip', ['-t', file], { encoding: 'utf8' });
  say(report.trim().split('\n').at(-1) ?? '');
  if (!report.includes('No errors detected')) throw new Error(report);
  if (peak - before > maxGrowthBytes) throw new Error(`The server grew by ${inMiB(peak - before)}.`);
}

function residentBytes(): number {
  const status = fs.readFileSync(`/proc/${server.process.pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) * 1024;
}
