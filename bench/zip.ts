// How fast a share comes as one ZIP file, against a plain download of as many bytes, and when its first byte comes.
// Run: npx tsx --tsconfig bench/tsconfig.json bench/zip.ts   ROUNDS=5
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { bytePaths, fillPath } from '@/lib/contract/bytes';
import { headerLines, load } from './lib/load';
import { type Product, startProduct } from './lib/product';
import { compare, introduce, type Side } from './lib/rounds';

const MiB = 2 ** 20;
const local = path.join(os.tmpdir(), 'slipway-bench-zip');

/** A share of so many files of one size. */
async function shareOf(ours: Product, count: number, sizeBytes: number): Promise<string> {
  const shareId = await ours.newShare();
  fs.writeFileSync(local, Buffer.alloc(sizeBytes, 'slipway'));
  const { port, headers } = ours;
  const hdr = headerLines(headers);
  await load({ mode: 'tus', port, path: ours.uploads(shareId), file: local, count, conc: 8, hdr });
  return shareId;
}

async function run(ours: Product): Promise<void> {
  const { pid, port, headers } = ours;
  const get = (name: string, address: string): Side => ({
    name,
    pid,
    work: () => load({ mode: 'get', port, path: address, hdr: headerLines(headers) }),
  });
  const zipOf = (id: string) => fillPath(bytePaths.ownZip, { id });
  const hundred = await shareOf(ours, 100, (1024 / 100) * MiB);
  fs.writeFileSync(local, Buffer.alloc(1024 * MiB, 'slipway'));
  const plain = await ours.upload(await ours.newShare(), local);
  await compare(
    'ZIP of 1 GiB in 100 files',
    [get('one file of 1 GiB', plain), get('ZIP', zipOf(hundred))],
    'MB/s',
  );

  const many = await shareOf(ours, 10_000, 1024);
  const firsts: number[] = [];
  for (let n = 0; n < 5; n++) {
    firsts.push((await load({ mode: 'get', port, path: zipOf(many), hdr: headerLines(headers) })).ttfb50ms);
  }
  console.log(`\nfirst byte of a ZIP of 10,000 files: ${firsts.map((ms) => ms.toFixed(0)).join(', ')} ms`);
}

introduce('ZIP');
const ours = await startProduct({ ZIP_MAX_SIZE: '100G' });
try {
  await run(ours);
} finally {
  await ours.stop();
  fs.rmSync(local);
}
