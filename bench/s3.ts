// Files into and out of a bucket, as a ratio to a plain multipart client on the same bucket in the same minute; small
// ones as a ratio to @tus/s3-store. Rounds are interleaved, the figures are medians.
// Run: npm run bench:s3 [MiB per round] [small files per round] [rounds]
import path from 'node:path';
import { startDataPlane, startShare } from './lib/share';
import { exchange, flagsOfStart, measured, type Side, serveSide, startSide } from './lib/side';
import { call, getPlain, makeBucket, putPlain, startStock } from './plain-s3';

const [blocks = 512, smallFiles = 200, rounds = 5] = process.argv.slice(2).map(Number);
const length = blocks * 1024 * 1024;
const smallBytes = 64 * 1024;
const connections = 8;
const bucket = 'bench';
const tusType = 'application/offset+octet-stream';

type Product = Awaited<ReturnType<typeof startShare>>;
type Figures = { rate: number; cpu: number };
type Sides = { ours: Side; stock: Side; product: Product };

async function round({ ours, stock, product }: Sides): Promise<Record<string, Figures>> {
  const { uploads, files, auth } = product;
  const tus = { ...auth, 'tus-resumable': '1.0.0' };
  const results: Record<string, Figures> = {};
  results['plain up'] = await alone(length, () => putPlain(bucket, 'plain', blocks));
  let upload = '';
  results['ours up, sha256'] = await measured(ours, length, async () => {
    upload = await uploadOne(ours, uploads, tus, length, blocks);
  });
  const file = `${files}/${path.basename(upload)}`;
  const url = `http://127.0.0.1:${ours.port}${file}`;
  results['plain down'] = await alone(length, () => getPlain(bucket, 'plain'));
  const through = { method: 'GET', path: file, headers: { ...auth, 'sec-fetch-mode': 'cors' } };
  results['ours down'] = await measured(ours, length, () => exchange(ours, through));
  results['ours down, presigned'] = await measured(ours, length, async () => {
    const answer = await call('GET', url, [], auth);
    await call('GET', answer.headers.location ?? '');
  });
  await exchange(ours, { method: 'DELETE', path: upload, headers: tus });
  results['stock 64 KiB files'] = await small(stock, '/stock', { 'tus-resumable': '1.0.0' });
  results['ours 64 KiB files'] = await small(ours, uploads, tus);
  return results;
}

async function alone(bytes: number, work: () => Promise<void>): Promise<Figures> {
  const [cpu, began] = [process.cpuUsage(), performance.now()];
  await work();
  const { user, system } = process.cpuUsage(cpu);
  const seconds = (performance.now() - began) / 1000;
  return { rate: bytes / 1e6 / seconds, cpu: (user + system) / 1e6 / (bytes / 2 ** 30) };
}

/** Rate in files a second. */
async function small(side: Side, uploads: string, tus: Record<string, string>): Promise<Figures> {
  let left = smallFiles;
  const worker = async () => {
    for (; left > 0; ) {
      left--;
      await uploadOne(side, uploads, tus, smallBytes, 0);
    }
  };
  const workers = () => Promise.all(Array.from({ length: connections }, worker));
  const { rate, cpu } = await measured(side, smallFiles * smallBytes, workers);
  return { rate: (rate * 1e6) / smallBytes, cpu };
}

async function uploadOne(
  side: Side,
  uploads: string,
  tus: Record<string, string>,
  size: number,
  whole: number,
) {
  const creation = { ...tus, 'upload-length': String(size) };
  const { location = '' } = await exchange(side, { method: 'POST', path: uploads, headers: creation });
  const { pathname } = new URL(location, 'http://x');
  const headers = { ...tus, 'content-type': tusType, 'content-length': String(size), 'upload-offset': '0' };
  await exchange(side, { method: 'PATCH', path: pathname, headers, blocks: whole || size / 2 ** 20 });
  return pathname;
}

function report(all: Record<string, Figures>[]): void {
  const median = (name: string, figure: keyof Figures) => {
    const sorted = all.map((results) => results[name]?.[figure] ?? Number.NaN).sort((a, b) => a - b);
    return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
  };
  for (const name of Object.keys(all[0] ?? {})) {
    const unit = name.includes('files') ? 'files/s' : 'MB/s';
    const [rate, cpu] = [median(name, 'rate').toFixed(0), median(name, 'cpu').toFixed(2)];
    console.log(`${name.padEnd(22)}${rate.padStart(6)} ${unit.padEnd(8)}${cpu} CPU-s/GiB`);
  }
  const ratio = (ours: string, other: string) => (median(ours, 'rate') / median(other, 'rate')).toFixed(2);
  console.log(`
up with sha256 to plain client   ${ratio('ours up, sha256', 'plain up')}
down to plain client             ${ratio('ours down', 'plain down')}
presigned down to plain client   ${ratio('ours down, presigned', 'plain down')}
64 KiB files to @tus/s3-store    ${ratio('ours 64 KiB files', 'stock 64 KiB files')}`);
}

async function main(): Promise<void> {
  if (!process.env.TEST_S3_ENDPOINT) return console.log('No S3 service to measure.');
  await makeBucket(bucket);
  const product = await startShare();
  const env = {
    ...product.env,
    STORAGE: 's3',
    S3_ENDPOINT: process.env.TEST_S3_ENDPOINT,
    S3_BUCKET: bucket,
    S3_ACCESS_KEY_ID: 'test-key',
    S3_SECRET_ACCESS_KEY: 'test-secret',
    S3_PRESIGNED_DOWNLOADS: 'true',
  };
  const ours = await startSide(import.meta.filename, 'ours', { env, flags: flagsOfStart() });
  const stock = await startSide(import.meta.filename, 'stock', { env });
  const all: Record<string, Figures>[] = [];
  await round({ ours, stock, product }); // warms all of them up
  for (let n = 0; n < rounds; n++) all.push(await round({ ours, stock, product }));
  report(all);
  for (const { child } of [ours, stock]) child.kill();
  await product.stop();
}

const role = process.env.BENCH_ROLE;
await (role ? serveSide(role === 'stock' ? startStock() : startDataPlane()) : main());
