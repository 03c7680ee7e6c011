// How fast files go up and down beside an earlier version, in the same minutes. That one is a built clone elsewhere.
// Run: EARLIER=/path/of/clone npm run bench -- before   ROUNDS=5
import path from 'node:path';
import type { TestServer } from '@/testing/server/test-server';
import { fileToSend, headerLines, type Load, load } from './lib/load';
import { type Product, startProduct } from './lib/product';
import { compare, introduce, rounds, type Side } from './lib/rounds';

const MiB = 2 ** 20;
const range = { range: 'bytes=5000000-5065535' };

type Way = { title: string; unit: 'MB/s' | '/s'; size: number; more: Record<string, string | number> };

/** Small files stay between rounds, because deleting them slows ext4's search for free inodes. */
const uploads: Way[] = [
  { title: '1 GiB in 10 MiB chunks', unit: 'MB/s', size: 1024 * MiB, more: { count: 1, chunk: 10 * MiB } },
  { title: '1 GiB in one PATCH', unit: 'MB/s', size: 1024 * MiB, more: { count: 1 } },
  { title: '64 × 4 MiB at once', unit: 'MB/s', size: 4 * MiB, more: { count: 64, conc: 64 } },
  { title: '1,000 × 10 KiB, 8 at once', unit: '/s', size: 10 * 1024, more: { count: 1000, conc: 8 } },
];

type Version = { name: string; product: Product; address: string };

async function uploadSide({ name, product }: Version, { unit, size, more }: Way): Promise<Side> {
  let shareId = await product.newShare();
  const clear = async () => {
    if (unit === 'MB/s') await product.removeShare(shareId);
    shareId = await product.newShare();
  };
  const common = {
    mode: 'tus',
    port: product.port,
    file: fileToSend(size),
    hdr: headerLines(product.headers),
  };
  const work = () => load({ ...common, path: product.uploads(shareId), ...more });
  return { name, pid: product.pid, clear, work };
}

function downloadSide({ name, product, address }: Version, more: Record<string, number>, own = {}): Side {
  const hdr = headerLines({ ...product.headers, ...own });
  const work = (): Promise<Load> => load({ mode: 'get', port: product.port, path: address, hdr, ...more });
  return { name, pid: product.pid, work };
}

async function startVersion(name: string, servers?: typeof TestServer): Promise<Version> {
  const product = await startProduct({ RATE_LIMITS: 'off' }, servers);
  return { name, product, address: await product.upload(await product.newShare(), fileToSend(1024 * MiB)) };
}

const { EARLIER } = process.env;
if (!EARLIER) throw new Error('EARLIER names the folder of a built clone of the version to compare with.');
const earlier = (await import(path.join(EARLIER, 'testing/server/test-server.ts'))) as {
  TestServer: typeof TestServer;
};
introduce('Beside an earlier version');
const versions = [await startVersion('before', earlier.TestServer), await startVersion('now')];
const sidesOf = (make: (version: Version) => Promise<Side> | Side) => Promise.all(versions.map(make));
try {
  for (const way of uploads) await compare(way.title, await sidesOf((one) => uploadSide(one, way)), way.unit);
  const whole = await sidesOf((one) => downloadSide(one, { count: 1 }));
  await compare('1 GiB down', whole, 'MB/s', 3 * rounds);
  const ranges = await sidesOf((one) => downloadSide(one, { count: 2000, conc: 8 }, range));
  await compare('ranges of 64 KiB, 8 at once', ranges, '/s');
} finally {
  for (const { product } of versions) await product.stop();
}
