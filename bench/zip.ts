// How fast a share comes as one ZIP file, against a plain download of as many bytes, and when its first byte comes.
// `… bench/zip.ts first` measures the first byte alone.
// Run: npx tsx --tsconfig bench/tsconfig.json bench/zip.ts   ROUNDS=5
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { bytePaths, fillPath } from '@/lib/contract/byte-calls/bytes';
import { cpuOf } from './lib/cost';
import { headerLines, load } from './lib/load';
import { manyFiles } from './lib/many-files';
import { type Product, startProduct } from './lib/product';
import { compare, introduce, type Side } from './lib/rounds';

const MiB = 2 ** 20;
const local = path.join(os.tmpdir(), 'slipway-bench-zip');

async function shareOf(ours: Product, count: number, sizeBytes: number): Promise<string> {
  const shareId = await ours.newShare();
  fs.writeFileSync(local, Buffer.alloc(sizeBytes, 'slipway'));
  const { port, headers } = ours;
  const hdr = headerLines(headers);
  await load({ mode: 'tus', port, path: ours.uploads(shareId), file: local, count, conc: 8, hdr });
  return shareId;
}

const zipOf = (id: string) => fillPath(bytePaths.ownZip, { id });

async function againstPlain(ours: Product): Promise<void> {
  const { pid, port, headers } = ours;
  const get = (name: string, address: string): Side => ({
    name,
    pid,
    work: () => load({ mode: 'get', port, path: address, hdr: headerLines(headers) }),
  });
  const hundred = await shareOf(ours, 100, (1024 / 100) * MiB);
  fs.writeFileSync(local, Buffer.alloc(1024 * MiB, 'slipway'));
  const plain = await ours.upload(await ours.newShare(), local);
  await compare(
    'ZIP of 1 GiB in 100 files',
    [get('one file of 1 GiB', plain), get('ZIP', zipOf(hundred))],
    'MB/s',
  );

  fs.rmSync(local);
}

async function firstBytes(ours: Product): Promise<void> {
  for (const count of [10_000, 100_000]) {
    const id = await manyFiles(ours, count, 1024);
    const times: string[] = [];
    for (let n = 0; n < 6; n++) times.push(await firstByteMs(ours, zipOf(id)));
    process.stdout.write(
      `\nfirst byte of a ZIP of ${count.toLocaleString('en')} files: ${times.slice(1).join(', ')} ms\n`,
    );
  }
}

async function firstByteMs({ server, headers }: Product, address: string): Promise<string> {
  const began = performance.now();
  const before = cpuOf(server.process.pid);
  const answer = await fetch(server.url + address, { headers });
  const reader = answer.body?.getReader();
  await reader?.read();
  const ms = performance.now() - began;
  await reader?.cancel();
  const after = cpuOf(server.process.pid);
  const cpu = (after.user + after.sys - before.user - before.sys) * 1000;
  return `${ms.toFixed(0)} (${cpu.toFixed(0)} CPU)`;
}

introduce('ZIP');
const ours = await startProduct({ ZIP_MAX_SIZE: '100G' });
try {
  if (process.argv[2] !== 'first') await againstPlain(ours);
  await firstBytes(ours);
} finally {
  await ours.stop();
}
