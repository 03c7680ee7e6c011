// A share of 6 GiB goes out as one ZIP file and passes Info-ZIP's `unzip -t`, while the server's memory hardly grows.
// Run: npm run test:long. Needs unzip, /proc and a file system with sparse files; takes a few minutes.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { crc32 } from 'node:zlib';
import pg from 'pg';
import { admin, TestServer } from '@/e2e/test-server';
import { call } from '@/lib/client/call';
import { auth } from '@/lib/contract/auth';
import { bytePaths, fillPath } from '@/lib/contract/bytes';
import { headerNames } from '@/lib/contract/names';
import { share } from '@/lib/contract/share';

const GiB = 1024 ** 3;
const maxGrowthBytes = 150 * 1024 ** 2;
const sizes = [5 * GiB + 7, GiB - 7 - 4096, 4096];
const zeros = Buffer.alloc(1024 * 1024);

const say = (line: string) => process.stdout.write(`${line}\n`);
const inMiB = (bytes: number) => `${Math.round(bytes / 1024 ** 2)} MiB`;

const server = await (await TestServer.make({ env: { MAX_SIZE: '10G' } })).start();
try {
  await run();
} finally {
  await server.remove();
}

async function run(): Promise<void> {
  const body = { account: admin.login, password: admin.password };
  const { token } = await call(auth.login, { body }, { base: server.url });
  const headers = { [headerNames.auth]: token ?? '' };
  const small = await sparseShare(headers, [4096]);
  await download(small, headers); // so that what every first request loads doesn't count
  const large = await sparseShare(headers, sizes);

  const before = residentBytes();
  let peak = before;
  const watch = setInterval(() => {
    peak = Math.max(peak, residentBytes());
  }, 50);
  const began = performance.now();
  const archive = await download(large, headers);
  clearInterval(watch);
  const seconds = (performance.now() - began) / 1000;
  const { size } = fs.statSync(archive);
  say(`${size} bytes in ${seconds.toFixed(1)} s (${inMiB(size / seconds)}/s)`);
  say(`server memory: ${inMiB(before)} before, ${inMiB(peak)} at most`);

  const report = execFileSync('unzip', ['-t', archive], { encoding: 'utf8' });
  say(report.trim().split('\n').at(-1) ?? '');
  if (!report.includes('No errors detected')) throw new Error(report);
  if (peak - before > maxGrowthBytes) throw new Error(`The server grew by ${inMiB(peak - before)}.`);
}

/** A share whose files are holes: rows as after an upload, bytes that the file system makes up. */
async function sparseShare(headers: Record<string, string>, fileSizes: number[]): Promise<string> {
  const properties = { validity: 3_600_000, maxViews: 1 };
  const { id } = await call(share.create, { body: properties }, { base: server.url, headers });
  const database = new pg.Client({ connectionString: server.databaseUrl });
  await database.connect();
  for (const [n, sizeBytes] of fileSizes.entries()) {
    const fileId = `${id.slice(0, 20)}-${n}`;
    await database.query(
      `INSERT INTO "File" (id, "shareId", path, name, "sizeBytes", "storedBytes", "mimeType", crc32, state)
       VALUES ($1, $2, 'disk', $3, $4, $4, 'application/octet-stream', $5, 'complete')`,
      [fileId, id, `image-${n}.bin`, sizeBytes, crcOfZeros(sizeBytes)],
    );
    const file = path.join(server.dataDir, 'files', fileId.slice(-2).toLowerCase(), fileId);
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, '');
    fs.truncateSync(file, sizeBytes);
  }
  await database.end();
  return id;
}

function crcOfZeros(sizeBytes: number): string {
  let crc = 0;
  for (let left = sizeBytes; left > 0; left -= zeros.length) crc = crc32(zeros.subarray(0, left), crc);
  return crc.toString(16).padStart(8, '0');
}

/** Saves the archive with holes where it has zeros. */
async function download(id: string, headers: Record<string, string>): Promise<string> {
  const answer = await fetch(server.url + fillPath(bytePaths.ownZip, { id }), { headers });
  if (answer.status !== 200 || !answer.body) throw new Error(`Answered ${answer.status}.`);
  const file = path.join(server.dataDir, 'download.zip');
  const target = fs.openSync(file, 'w');
  let at = 0;
  for await (const part of answer.body as unknown as AsyncIterable<Uint8Array>) {
    if (zeros.compare(part, 0, part.length, 0, part.length) !== 0)
      fs.writeSync(target, part, 0, part.length, at);
    at += part.length;
  }
  fs.ftruncateSync(target, at);
  fs.closeSync(target);
  if (at !== Number(answer.headers.get('content-length')))
    throw new Error(`${at} bytes are not what was promised.`);
  return file;
}

function residentBytes(): number {
  const status = fs.readFileSync(`/proc/${server.process.pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) * 1024;
}
