// How fast files go up and down, as a ratio to what bare node:http does on the same machine in the same minute.
// Run: npx tsx --tsconfig bench/tsconfig.json bench/uploads.ts [MiB per round] [rounds]
import fs from 'node:fs';
import http from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { pipeline } from 'node:stream';
import { startDatabase, startProduct } from './product';
import { exchange, measured, type Side, serveSide, startSide } from './side';

const blocks = Number(process.argv[2] ?? 512);
const rounds = Number(process.argv[3] ?? 5);
const length = blocks * 1024 * 1024;
const sample = path.join(os.tmpdir(), 'slipway-bench-sample.bin');

/** The least a server can do: drop what comes, or write it down by a stream, or send a file by one. */
function startBare(): http.Server {
  return http.createServer((req, res) => {
    if (req.method === 'GET') fs.createReadStream(sample).pipe(res.setHeader('content-length', length));
    else if (req.method === 'PUT') pipeline(req, fs.createWriteStream(`${sample}.copy`), () => res.end());
    else req.on('end', () => res.end()).resume();
  });
}

type Database = Awaited<ReturnType<typeof startDatabase>>;

async function round(ours: Side, bare: Side, { uploads, files, auth }: Database) {
  const tus = { ...auth, 'tus-resumable': '1.0.0' };
  const creation = { ...tus, 'upload-length': String(length) };
  const { location = '' } = await exchange(ours, { method: 'POST', path: uploads, headers: creation });
  const upload = new URL(location).pathname;
  const file = `${files}/${path.basename(upload)}`;
  const type = { 'content-type': 'application/offset+octet-stream', 'content-length': String(length) };
  const headers = { ...tus, ...type, 'upload-offset': '0' };
  const put = { method: 'PATCH', path: upload, headers, blocks };

  const results = {
    'dropped up': await measured(bare, length, () => exchange(bare, put)),
    'bare up': await measured(bare, length, () => exchange(bare, { ...put, method: 'PUT' })),
    'ours up': await measured(ours, length, () => exchange(ours, put)),
    'bare down': await measured(bare, length, () => exchange(bare, { method: 'GET', path: '/' })),
    'ours down': await measured(ours, length, () =>
      exchange(ours, { method: 'GET', path: file, headers: auth }),
    ),
  };
  fs.rmSync(`${sample}.copy`);
  await exchange(ours, { method: 'DELETE', path: upload, headers: tus });
  return results;
}

type Results = Awaited<ReturnType<typeof round>>;

function report(all: Results[]): void {
  const median = (name: keyof Results, figure: 'rate' | 'cpu') =>
    all.map((results) => results[name][figure]).sort((a, b) => a - b)[Math.floor(all.length / 2)] ??
    Number.NaN;
  for (const name of ['dropped up', 'bare up', 'ours up', 'bare down', 'ours down'] as const) {
    const [rate, cpu] = [median(name, 'rate').toFixed(0), median(name, 'cpu').toFixed(2)];
    console.log(`${name.padEnd(12)}${rate.padStart(6)} MB/s  ${cpu} CPU-s/GiB`);
  }
  const ratio = (way: 'up' | 'down') =>
    (median(`ours ${way}`, 'rate') / median(`bare ${way}`, 'rate')).toFixed(2);
  console.log(`ratio to bare node:http: up ${ratio('up')}, down ${ratio('down')}`);
}

async function main(): Promise<void> {
  fs.writeFileSync(sample, Buffer.alloc(length, 'x'));
  const database = await startDatabase();
  const ours = await startSide(import.meta.filename, 'ours', database.env);
  const bare = await startSide(import.meta.filename, 'bare', {});
  const all: Results[] = [];
  await round(ours, bare, database); // warms both up
  for (let n = 0; n < rounds; n++) all.push(await round(ours, bare, database));
  report(all);
  for (const { child } of [ours, bare]) child.kill();
  fs.rmSync(sample);
  await database.stop();
}

const role = process.env.BENCH_ROLE;
await (role ? serveSide(role === 'bare' ? startBare() : startProduct()) : main());
