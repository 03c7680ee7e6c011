// Files into and out of a bucket, as a ratio to a plain multipart client on the same bucket in the same minute; small
// ones as a ratio to @tus/s3-store. Rounds are interleaved, the figures are medians.
// Run: npm run bench:s3 [MiB per round] [small files per round] [rounds]
// That bucket holds 8 GiB and gives room back late, so more than six rounds of 512 MiB fill it and wait for ever.
import { fileToSend, headerLines, load } from './lib/load';
import { shuffled } from './lib/rounds';
import { type Figures, type Results, report } from './lib/s3-report';
import { startDataPlane, startShare } from './lib/share';
import { exchange, flagsOfStart, measured, type SideProcess, serveSide, startSide } from './lib/side';
import { call, getPlain, makeBucket, putPlain, startStock } from './plain-s3';

const [blocks = 512, smallFiles = 200, rounds = 5] = process.argv.slice(2).map(Number);
const length = blocks * 1024 * 1024;
const smallBytes = 64 * 1024;
const connections = 8;
const downloads = 4;
const bucket = 'bench';
const stockPath = '/stock';

type Product = Awaited<ReturnType<typeof startShare>>;
type Sides = { ours: SideProcess; stock: SideProcess; product: Product };

/** Alternates the order, because a bucket may still be busy with the previous run's data. */
async function round(sides: Sides, isOursFirst: boolean): Promise<Results> {
  const results: Results = {};
  const { ours, stock, product } = sides;
  const { uploads, files, auth } = product;
  const turns = [
    async () => {
      results['plain up'] = [await alone(length, () => putPlain(bucket, 'plain', blocks))];
    },
    async () => {
      const sending = () => send(ours, { path: uploads, auth, size: length, count: 1 });
      results['ours up, sha256'] = [await measured(ours, length, sending)];
    },
  ];
  for (const turn of isOursFirst ? turns.reverse() : turns) await turn();
  const id = await product.lastFileId();
  await download({ ...sides, file: `${files}/${id}` }, results);
  const tus = { ...auth, 'tus-resumable': '1.0.0' };
  await exchange(ours, { method: 'DELETE', path: `${uploads}/${id}`, headers: tus });
  results['stock 64 KiB files'] = [await small(stock, { path: stockPath, auth: {} })];
  results['ours 64 KiB files'] = [await small(ours, { path: uploads, auth })];
  return results;
}

/** Downloads take half a second and leave nothing behind, so there are more of them. */
async function download({ ours, product, file }: Sides & { file: string }, results: Results): Promise<void> {
  const headers = { ...product.auth, 'sec-fetch-mode': 'cors' };
  const turns: Record<string, () => Promise<Figures>> = {
    'plain down': () => alone(length, () => getPlain(bucket, 'plain')),
    'ours down': () => measured(ours, length, () => fetchFrom(ours, file, headers)),
    'ours down, Node reads': () =>
      measured(ours, length, () => exchange(ours, { method: 'GET', path: file, headers })),
    'ours down, presigned': () =>
      measured(ours, length, async () => {
        const answer = await call('GET', `http://127.0.0.1:${ours.port}${file}`, [], product.auth);
        await call('GET', answer.headers.location ?? '');
      }),
  };
  for (let n = 0; n < downloads; n++) {
    for (const [name, turn] of shuffled(Object.entries(turns))) {
      const figures = await turn();
      results[name] = [...(results[name] ?? []), figures];
    }
  }
}

async function fetchFrom(
  { port }: SideProcess,
  file: string,
  headers: Record<string, string>,
): Promise<void> {
  const hdr = headerLines(headers);
  const { errors, bytes } = await load({ mode: 'get', count: 1, conc: 1, port, path: file, hdr });
  if (errors > 0 || bytes < length) throw new Error(`Only ${bytes} of ${length} bytes came.`);
}

async function alone(bytes: number, work: () => Promise<void>): Promise<Figures> {
  const [cpu, began] = [process.cpuUsage(), performance.now()];
  await work();
  const { user, system } = process.cpuUsage(cpu);
  const seconds = (performance.now() - began) / 1000;
  return { rate: bytes / 1e6 / seconds, cpuSecondsPerGiB: (user + system) / 1e6 / (bytes / 2 ** 30) };
}

type Place = { path: string; auth: Record<string, string> };

async function small(side: SideProcess, place: Place): Promise<Figures> {
  const files = { size: smallBytes, count: smallFiles };
  const { rate, cpuSecondsPerGiB } = await measured(side, smallFiles * smallBytes, () =>
    send(side, { ...place, ...files }),
  );
  return { rate: (rate * 1e6) / smallBytes, cpuSecondsPerGiB };
}

type SentUpload = Place & { size: number; count: number };

async function send({ port }: SideProcess, { path: url, auth, size, count }: SentUpload): Promise<void> {
  const file = fileToSend(size);
  const conc = Math.min(count, connections);
  const hdr = headerLines(auth);
  const { errors } = await load({ mode: 'tus', file, count, conc, size, port, path: url, hdr });
  if (errors > 0) throw new Error(`${errors} of ${count} uploads failed`);
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
  const all: Results[] = [];
  const sides = { ours, stock, product };
  await round(sides, false); // warms all of them up
  for (let n = 0; n < rounds; n++) all.push(await round(sides, n % 2 === 0));
  report(all);
  for (const { child } of [ours, stock]) child.kill();
  await product.stop();
}

const role = process.env.BENCH_ROLE;
await (role ? serveSide(role === 'stock' ? startStock() : startDataPlane()) : main());
