// The first row of uploads.ts measured in another way: a client of its own in this process, one file, one request after
// another. Both ratios must agree within 15 %, or one of the two programs measures itself.
// Run: npm run bench -- second-look   ROUNDS=5
import http from 'node:http';
import { startProduct } from './lib/product';
import { startBareTus } from './lib/references';
import { introduce, median, rounds, shuffled } from './lib/rounds';

const MiB = 2 ** 20;
const size = 1024 * MiB;
const chunk = Buffer.alloc(10 * MiB, 'slipway');
const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });

type Headers = Record<string, string | number>;

async function ask(port: number, method: string, path: string, headers: Headers, body?: Buffer) {
  const answer = await new Promise<http.IncomingMessage>((resolve, reject) => {
    const options = { agent, port, method, path, headers: { 'Tus-Resumable': '1.0.0', ...headers } };
    http.request(options).once('response', resolve).once('error', reject).end(body);
  });
  answer.resume();
  if (!answer.complete) await new Promise((ended) => answer.once('end', ended));
  if ((answer.statusCode ?? 500) >= 300) throw new Error(`${method} ${path}: ${answer.statusCode}`);
  return answer.headers;
}

/** Sends one file in chunks of 10 MiB. Returns MB/s. */
async function send(port: number, path: string, own: Headers): Promise<number> {
  const start = performance.now();
  const metadata = { 'Upload-Length': size, 'Upload-Metadata': 'filename YS5iaW4=' };
  const { location = '' } = await ask(port, 'POST', path, { ...own, ...metadata, 'Content-Length': 0 });
  const target = new URL(location, `http://127.0.0.1:${port}`).pathname;
  for (let offset = 0; offset < size; offset += chunk.length) {
    const part = chunk.subarray(0, Math.min(chunk.length, size - offset));
    const headers = {
      ...own,
      'Content-Type': 'application/offset+octet-stream',
      'Upload-Offset': offset,
      'Content-Length': part.length,
    };
    await ask(port, 'PATCH', target, headers, part);
  }
  return size / 1e6 / ((performance.now() - start) / 1000);
}

introduce('Second look: 1 GiB in 10 MiB chunks, by node:http');
const [bare, ours] = [await startBareTus(), await startProduct()];
console.log(`- ${bare.about}`);
try {
  const rates = { bare: [] as number[], ours: [] as number[] };
  const sides = {
    bare: async () => {
      bare.clear();
      return send(bare.port, '/files', {});
    },
    ours: async () => send(ours.port, ours.uploads(await ours.newShare()), ours.headers),
  };
  for (let round = 0; round <= rounds; round++) {
    for (const side of shuffled(['bare', 'ours'] as const)) {
      const rate = await sides[side]();
      if (round > 0) rates[side].push(rate); // the first is for warming up
    }
  }
  const [reference, slipway] = [median(rates.bare), median(rates.ours)];
  console.log(
    `\nbare @tus/server ${reference.toFixed(0)} MB/s, Slipway ${slipway.toFixed(0)}: ratio ${(slipway / reference).toFixed(2)}`,
  );
} finally {
  agent.destroy();
  bare.stop();
  await ours.stop();
}
