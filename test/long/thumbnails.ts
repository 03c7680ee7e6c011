// Uploads 500 photos of 12 megapixels, and measures the time of their thumbnails, the memory of server and decoders,
// and calls meanwhile. Then hostile pictures, and a grid of 100 photos in Chromium. Run: npm run test:long --
// thumbnails. `PHOTOS=50` takes fewer.
import fs from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { chromium } from '@playwright/test';
import sharp from 'sharp';
import { call } from '@/lib/client/call/call';
import { allBytePaths } from '@/lib/contract/byte-calls/all-paths';
import { fillPath } from '@/lib/contract/byte-calls/bytes';
import { share } from '@/lib/contract/share/share';
import { paths } from '@/lib/paths';
import { chromiumFlags, findChromium } from '@/scripts/lib/chromium.mjs';
import { TestServer } from '@/testing/server/test-server';
import { hostilePictures } from './hostile-pictures';
import { sentPicture } from './sent-picture';
import { signedIn } from './sparse-share';

const count = Number(process.env.PHOTOS ?? 500);
const gridCount = 100;
const MiB = 1024 ** 2;

const say = (line: string) => process.stdout.write(`${line}\n`);
const inMiB = (bytes: number) => `${(bytes / MiB).toFixed(1)} MiB`;
const inKiB = (bytes: number) => `${(bytes / 1024).toFixed(1)} KiB`;

const server = await (await TestServer.make({ env: { MAX_SIZE: '20G', RATE_LIMITS: 'off' } })).start();
const headers = await signedIn(server);
const base = { base: server.url, headers };
try {
  await measurePhotos();
  await measureHostile();
  Object.assign(headers, await signedIn(server)); // the session may have expired
  await measureGrid();
} finally {
  await server.remove();
}

const add = (shareId: string, name: string, bytes: Buffer) =>
  sentPicture(server, headers, { shareId, name, bytes });

async function newShare(): Promise<string> {
  const { id } = await call(
    share.create,
    { body: { name: 'Photos', validity: 3_600_000, maxViews: 10 } },
    base,
  );
  return id;
}

/** Twelve megapixels of noise over colours, 4 to 6 MB as JPEG. */
async function newPhotos(): Promise<Buffer[]> {
  const kinds = [0, 1, 2, 3, 4].map((n) =>
    sharp({
      create: {
        width: 4000,
        height: 3000,
        channels: 3,
        background: '#888',
        noise: { type: 'gaussian', mean: 90 + n * 20, sigma: 14 },
      },
    })
      .withMetadata({ orientation: (n % 8) + 1 })
      .jpeg({ quality: 92 })
      .toBuffer(),
  );
  return Promise.all(kinds);
}

async function thumbnail(shareId: string, fileId: string, patienceMs: number): Promise<Buffer | null> {
  const url = server.url + fillPath(allBytePaths.ownThumbnail, { id: shareId, fileId });
  for (const until = performance.now() + patienceMs; performance.now() < until; ) {
    const answer = await fetch(url, { headers });
    if (answer.status === 200) return Buffer.from(await answer.arrayBuffer());
    if (answer.status !== 202) return null;
    await sleep(200);
  }
  throw new Error(`${fileId} is not settled after ${patienceMs / 1000} s`);
}

async function measurePhotos(): Promise<void> {
  const photos = await newPhotos();
  const shareId = await newShare();
  const watch = watchServer();
  const began = performance.now();
  const ids: string[] = [];
  let sentBytes = 0;
  for (let n = 0; n < count; n++) {
    const bytes = photos[n % photos.length] as Buffer;
    sentBytes += bytes.length;
    ids.push(await add(shareId, `photo-${n}.jpg`, bytes));
  }
  const sent = performance.now();
  let smallBytes = 0;
  for (const id of ids) smallBytes += (await thumbnail(shareId, id, 120_000))?.length ?? 0;
  const ended = performance.now();
  const { decoderBytes, serverBytes, slowestMs } = watch();
  const seconds = (from: number, to: number) => ((to - from) / 1000).toFixed(1);
  say(`${count} photos of 12 megapixels, ${inMiB(sentBytes)}: sent in ${seconds(began, sent)} s`);
  say(
    `all pictures there ${seconds(sent, ended)} s later; ${((ended - began) / count).toFixed(0)} ms a photo in all`,
  );
  say(`memory at most: a decoder ${inMiB(decoderBytes)}, the server ${inMiB(serverBytes)}`);
  say(
    `slowest calm call meanwhile: ${slowestMs.toFixed(0)} ms; a small picture: ${inKiB(smallBytes / count)}`,
  );
}

async function measureHostile(): Promise<void> {
  const shareId = await newShare();
  for (const { what, name, bytes } of await hostilePictures()) {
    const watch = watchServer();
    const began = performance.now();
    const fileId = await add(shareId, name, bytes);
    const picture = await thumbnail(shareId, fileId, 60_000);
    const seconds = ((performance.now() - began) / 1000).toFixed(1);
    const { decoderBytes, slowestMs } = watch();
    const outcome = picture ? `a picture of ${picture.length} bytes` : 'icon';
    say(
      `${what} (${inMiB(bytes.length)}): ${outcome} after ${seconds} s, decoder ${inMiB(decoderBytes)}, ` +
        `slowest call ${slowestMs.toFixed(0)} ms`,
    );
  }
  const { status } = await fetch(`${server.url}/readyz`);
  say(`the server is ${status === 200 ? 'ready' : 'not ready'} afterwards, as the same process`);
}

async function measureGrid(): Promise<void> {
  const shareId = await newShare();
  const photos = await newPhotos();
  let wholeBytes = 0;
  for (let n = 0; n < gridCount; n++) {
    const bytes = photos[n % photos.length] as Buffer;
    wholeBytes += bytes.length;
    await thumbnail(shareId, await add(shareId, `photo-${n}.jpg`, bytes), 60_000);
  }
  const { id } = await call(share.publish, { params: { id: shareId } }, base);
  const browser = await chromium.launch({ executablePath: findChromium() ?? '', args: chromiumFlags });
  try {
    const page = await browser.newPage({ viewport: { width: 390, height: 844 } });
    let gridBytes = 0;
    let pictures = 0;
    page.on('response', async (response) => {
      if (!response.url().includes('/file/')) return;
      gridBytes += Number(response.headers()['content-length'] ?? 0);
      pictures += Number(response.status() === 200);
    });
    await page.goto(server.url + paths.open(id), { waitUntil: 'networkidle' });
    for (let n = 0; n < 20; n++) {
      await page.mouse.wheel(0, 800);
      await page.waitForLoadState('networkidle');
    }
    say(
      `a grid of ${gridCount} photos, scrolled to its end: ${pictures} pictures, ${inKiB(gridBytes)}; the photos: ${inMiB(wholeBytes)}`,
    );
  } finally {
    await browser.close();
  }
}

/** Measures memory of server and decoders, and the latency of calls. */
function watchServer() {
  const most = { decoderBytes: 0, serverBytes: 0, slowestMs: 0 };
  const looking = setInterval(() => {
    most.serverBytes = Math.max(most.serverBytes, residentBytes(server.process.pid ?? 0));
    for (const pid of decodersOf(server.process.pid ?? 0))
      most.decoderBytes = Math.max(most.decoderBytes, residentBytes(pid));
  }, 20);
  const asking = setInterval(async () => {
    const began = performance.now();
    await fetch(`${server.url}/api/v2/open/info/version`).catch(() => undefined);
    most.slowestMs = Math.max(most.slowestMs, performance.now() - began);
  }, 250);
  return () => {
    clearInterval(looking);
    clearInterval(asking);
    return most;
  };
}

function read(file: string): string {
  try {
    return fs.readFileSync(file, 'utf8');
  } catch {
    return ''; // has ended
  }
}

function residentBytes(pid: number): number {
  return Number(/VmRSS:\s+(\d+) kB/.exec(read(`/proc/${pid}/status`))?.[1] ?? 0) * 1024;
}

function decodersOf(pid: number): number[] {
  return read(`/proc/${pid}/task/${pid}/children`)
    .split(' ')
    .map(Number)
    .filter((child) => child > 0 && read(`/proc/${child}/cmdline`).includes('thumbnail-worker'));
}
