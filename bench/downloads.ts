// How fast files come down: whole files and small ranges, against nginx.
// Run: npx tsx --tsconfig bench/tsconfig.json bench/downloads.ts [whole|ranges]   ROUNDS=5
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { headerLines, type Load, load } from './lib/load';
import { type Product, startProduct } from './lib/product';
import { type Reference, startNginx } from './lib/references';
import { compare, introduce, rounds, type Side } from './lib/rounds';

const wants = (name: string) => process.argv.length < 3 || process.argv.includes(name);
const location = '/slipway-files/';
const local = path.join(os.tmpdir(), 'slipway-bench-1g');
const range = { range: 'bytes=5000000-5065535' };

const accelerated = ({ port, server }: Product) => `
    location /api/ { proxy_pass http://127.0.0.1:${port}; proxy_buffering off; proxy_http_version 1.1; }
    location ${location} { internal; alias ${server.dataDir}/; }`;

type Way = { name: string; pid: number; port: number; address: string; headers?: Record<string, string> };

const side = (
  { name, pid, port, address, headers = {} }: Way,
  more: Record<string, number>,
  own = {},
): Side => {
  const hdr = headerLines({ ...headers, ...own });
  const work = (): Promise<Load> => load({ mode: 'get', port, path: address, ...(hdr && { hdr }), ...more });
  return { name, pid, work };
};

/**
 * Hard-links one file for all, because read speed depends on how the page cache holds it, and so on when it
 * was written.
 */
function shareFile(from: string, to: string): void {
  fs.rmSync(to, { force: true });
  fs.linkSync(from, to);
}

async function run(ours: Product, behind: Product, nginx: Reference, front: Reference) {
  const address = await ours.upload(await ours.newShare(), local);
  const addressBehind = await behind.upload(await behind.newShare(), local);
  for (const to of [path.join(nginx.dir, 'file'), behind.fileOf(addressBehind)])
    shareFile(ours.fileOf(address), to);
  const { headers } = ours;
  const slipway = { name: 'Slipway', pid: ours.pid, port: ours.port, address, headers };
  const still: Way = { name: 'nginx, static', pid: nginx.pid, port: nginx.port, address: '/file' };
  const accel: Way = {
    name: 'Slipway behind nginx, X-Accel-Redirect (nginx’s cost)',
    pid: front.pid,
    port: front.port,
    address: addressBehind,
    headers: behind.headers,
  };
  // One takes a quarter of a second, and two of the same way may differ by half: many short turns close to each other.
  const whole = [still, slipway, accel].map((way) => side(way, { count: 1 }));
  if (wants('whole')) await compare('1 GiB', whole, 'MB/s', 10 * rounds);
  if (!wants('ranges')) return;
  const small = { count: 2000, conc: 8 };
  await compare(
    'ranges of 64 KiB, 8 at once',
    [still, slipway].map((way) => side(way, small, range)),
    '/s',
  );
}

introduce('Downloads');
fs.writeFileSync(local, Buffer.alloc(2 ** 30, 'slipway'));
const ours = await startProduct();
const behind = await startProduct({ X_ACCEL_REDIRECT: location });
const nginx = await startNginx();
const front = await startNginx(accelerated(behind));
try {
  await run(ours, behind, nginx, front);
} finally {
  for (const reference of [nginx, front]) reference.stop();
  await Promise.all([ours.stop(), behind.stop()]);
  fs.rmSync(local);
}
