// Small files in bundles, beside one request each to us and to bare @tus/server, in the same minutes.
// Run: npm run bench -- bundles   ROUNDS=5 FILES=2000 BYTES=10240
import { randomBytes } from 'node:crypto';
import http from 'node:http';
import { bundleLimits, bundleLines, formatHead } from '@/lib/domain/file/bundle';
import { fileToSend, headerLines, type Load, load } from './lib/load';
import { startProduct } from './lib/product';
import { startBareTus } from './lib/references';
import { compare, introduce, type Side } from './lib/rounds';

const { FILES = '2000', BYTES = '10240' } = process.env;
const [count, sizeBytes] = [Number(FILES), Number(BYTES)];
const content = Buffer.alloc(sizeBytes, 'slipway');
const agent = new http.Agent({ keepAlive: true });

function newBundle(files: number): Buffer {
  const records = Array.from({ length: files }, (_, n) => {
    const key = randomBytes(20).toString('hex');
    return [formatHead({ key, path: `folder/${n}.bin`, size: sizeBytes }), content];
  });
  return Buffer.concat(records.flat());
}

/** @returns how many of its files were stored */
function post(port: number, path: string, body: Buffer, headers: Record<string, string>): Promise<number> {
  const request = http.request({ port, path, method: 'POST', agent, headers });
  request.end(body);
  return new Promise((resolve, reject) => {
    request.on('error', reject);
    request.on('response', async (response) => {
      const parts: Buffer[] = [];
      for await (const part of response) parts.push(part as Buffer);
      resolve(bundleLines(Buffer.concat(parts).toString()).filter(({ id }) => id).length);
    });
  });
}

/** Two bundles at once, as the page and the command send them. */
async function sendBundles(port: number, path: string, headers: Record<string, string>): Promise<Load> {
  const [began, cpu] = [performance.now(), process.cpuUsage()];
  let [left, stored] = [count, 0];
  const work = async () => {
    while (left > 0) {
      const files = Math.min(left, bundleLimits.groupFiles);
      left -= files;
      stored += await post(port, path, newBundle(files), headers);
    }
  };
  await Promise.all([work(), work()]);
  const wallSeconds = (performance.now() - began) / 1000;
  const { user, system } = process.cpuUsage(cpu);
  const clientCpuSeconds = (user + system) / 1e6;
  const rates = { wallSeconds, bytes: stored * sizeBytes, opsPerSecond: stored / wallSeconds };
  return { ...rates, clientCpuSeconds, errors: count - stored, p99Ms: Number.NaN };
}

introduce('Bundles');
const [bare, ours] = [await startBareTus(), await startProduct()];
console.log(`- ${bare.about}`);
let shareId = '';
const clear = async () => {
  shareId = await ours.newShare();
};
const creation = {
  'Tus-Resumable': '1.0.0',
  'Upload-Length': String(sizeBytes),
  'Upload-Metadata': 'filename YS5iaW4=',
  'Content-Type': 'application/offset+octet-stream',
};
const single = { file: fileToSend(sizeBytes), count, conc: 8, mode: 'put', method: 'POST' };
const sides: Side[] = [
  {
    name: 'bare @tus/server, one request each',
    pid: bare.pid,
    work: () => load({ ...single, port: bare.port, path: '/files', hdr: headerLines(creation) }),
  },
  {
    name: 'Slipway, one request each',
    pid: ours.pid,
    clear,
    work: () => {
      const hdr = headerLines({ ...creation, ...ours.headers });
      return load({ ...single, port: ours.port, path: ours.uploads(shareId), hdr });
    },
  },
  {
    name: 'Slipway, bundles',
    pid: ours.pid,
    clear,
    work: () => sendBundles(ours.port, ours.uploads(shareId).replace(/tus$/, 'bundle'), ours.headers),
  },
];
try {
  await compare(`${count} × ${sizeBytes} bytes`, sides, '/s');
} finally {
  agent.destroy();
  bare.stop();
  await ours.stop();
}
