// Measures what a visitor sees of a link with 63 photos on a slow line (1.6 Mbit/s, 150 ms) with a slow processor (a
// quarter), beside a static page of the same pictures in the same run. Run: npm run test:long -- first-impression.
// `ROUNDS=5` takes more, `WIDTH=390` a phone's width.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { type Browser, chromium } from '@playwright/test';
import sharp from 'sharp';
import { call } from '@/lib/client/call/call';
import { allBytePaths } from '@/lib/contract/byte-calls/all-paths';
import { fillPath } from '@/lib/contract/byte-calls/bytes';
import { share } from '@/lib/contract/share/share';
import { paths } from '@/lib/paths';
import { chromiumFlags, findShell } from '@/scripts/lib/chromium.mjs';
import { TestServer } from '@/testing/server/test-server';
import { sentPicture } from './sent-picture';
import { signedIn } from './sparse-share';

const rounds = Number(process.env.ROUNDS ?? 3);
const width = Number(process.env.WIDTH ?? 1280);
const line = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 200_000 };
const count = 63;

type Seen = {
  pictureMs: number;
  largestMs: number;
  buttonMs: number;
  aliveMs: number;
  scriptKb: number;
  shift: number;
};

const server = await (await TestServer.make({ env: { RATE_LIMITS: 'off' } })).start();
const browser = await chromium.launch({ executablePath: findShell() ?? '', args: chromiumFlags });
try {
  await measure(browser, await sharedPhotos());
} finally {
  await browser.close();
  await server.remove();
}

async function measure(browser: Browser, { link, pictures }: Awaited<ReturnType<typeof sharedPhotos>>) {
  const still = await staticPage(pictures);
  const pages: Record<string, string> = { static: still.url, link };
  const seen: Record<string, Seen[]> = { static: [], link: [] };
  for (let round = 0; round <= rounds; round++) {
    for (const [name, url] of Object.entries(pages)) {
      const one = await visit(browser, url);
      if (round > 0) seen[name]?.push(one); // the first one warms the server up
    }
  }
  still.close();
  const [page, plain] = [medians(seen.link ?? []), medians(seen.static ?? [])];
  say(`${count} photos, ${width} px wide, medians of ${rounds}: link, static, times as much`);
  say(`large photo    ${tell(page.pictureMs, plain.pictureMs)}`);
  say(`browser’s LCP  ${tell(page.largestMs, plain.largestMs)}`);
  say(`Download all   ${tell(page.buttonMs, plain.buttonMs)}`);
  say(`page acts      ${page.aliveMs.toFixed(0).padStart(6)} ms`);
  say(`script         ${page.scriptKb.toFixed(1)} KB as sent, what comes when idle included`);
  say(`shift          ${page.shift.toFixed(4)}`);
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

function tell(ms: number, plainMs: number): string {
  return `${ms.toFixed(0).padStart(6)} ms ${plainMs.toFixed(0).padStart(6)} ms ${(ms / plainMs).toFixed(2).padStart(6)}`;
}

function medians(all: readonly Seen[]): Seen {
  const median = (of: (one: Seen) => number) => all.map(of).sort((a, b) => a - b)[all.length >> 1] ?? 0;
  return {
    pictureMs: median((one) => one.pictureMs),
    largestMs: median((one) => one.largestMs),
    buttonMs: median((one) => one.buttonMs),
    aliveMs: median((one) => one.aliveMs),
    scriptKb: median((one) => one.scriptKb),
    shift: median((one) => one.shift),
  };
}

/** The largest picture is the first, as on the page itself. */
async function sharedPhotos() {
  const base = { base: server.url, headers: await signedIn(server) };
  const properties = { name: 'Harbour', validity: 3_600_000, maxViews: 1000 };
  const { id } = await call(share.create, { body: properties }, base);
  const pictures: Buffer[] = [];
  for (let n = 0; n < count; n++) {
    const picture = { shareId: id, name: `photo-${n + 10}.jpg`, bytes: await photo(n) };
    const fileId = await sentPicture(server, base.headers, picture);
    const query = pictures.length === 0 ? '?large=1' : '';
    const url = `${server.url}${fillPath(allBytePaths.ownThumbnail, { id, fileId })}${query}`;
    pictures.push(await pictureAt(url, base.headers));
  }
  const published = await call(share.publish, { params: { id } }, base);
  return { link: server.url + paths.open(published.id), pictures };
}

/** Large shapes and smaller ones on them, so that it takes about as many bytes as a photo. */
async function photo(n: number): Promise<Buffer> {
  const grains = await Promise.all([64, 16, 4].map((grain) => noise(grain, 10 * Math.log2(grain), 110 + n)));
  const [first, ...others] = grains;
  return sharp(first)
    .composite(others.map((input) => ({ input, blend: 'overlay' as const })))
    .jpeg({ quality: 85 })
    .toBuffer();
}

function noise(grain: number, sigma: number, mean: number): Promise<Buffer> {
  const [wide, high] = [1600 / grain, 1200 / grain].map(Math.ceil) as [number, number];
  const of = { type: 'gaussian', mean, sigma } as const;
  return sharp({ create: { width: wide, height: high, channels: 3, background: '#888', noise: of } })
    .resize(1600, 1200, { fit: 'fill' })
    .png({ compressionLevel: 1 })
    .toBuffer();
}

async function pictureAt(url: string, headers: Record<string, string>): Promise<Buffer> {
  for (let tries = 0; tries < 300; tries++) {
    const answer = await fetch(url, { headers });
    if (answer.status === 200) return Buffer.from(await answer.arrayBuffer());
    await sleep(100);
  }
  throw new Error(`${url} has no picture`);
}

/** Served as a good static server would: compressed, sizes known, pictures below the screen later. */
async function staticPage(pictures: readonly Buffer[]): Promise<{ url: string; close: () => void }> {
  const images = pictures.map((_, n) =>
    n === 0
      ? '<img class="large" src="/0" alt="" fetchpriority="high">'
      : `<img src="/${n}" alt="" loading="lazy">`,
  );
  const look =
    'body{max-width:976px;margin:40px auto;font:16px sans-serif}main{display:grid;gap:4px;' +
    'grid-template-columns:repeat(5,1fr)}img{width:100%;aspect-ratio:1;object-fit:cover}' +
    '.large{grid-area:span 3/span 3}@media(max-width:640px){main{grid-template-columns:repeat(2,1fr)}' +
    '.large{grid-area:span 2/span 2}}';
  const html = gzipSync(
    `<!doctype html><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Harbour</title>` +
      `<style>${look}</style><h1>Harbour</h1><p><a id="download-all" href="/all">Download all</a></p>` +
      `<main>${images.join('')}</main>`,
  );
  const host = createServer((asked, answer) => {
    const picture = pictures[Number(asked.url?.slice(1) || 'none')];
    if (picture) answer.writeHead(200, { 'Content-Type': 'image/webp' }).end(picture);
    else answer.writeHead(200, { 'Content-Type': 'text/html', 'Content-Encoding': 'gzip' }).end(html);
  });
  await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve));
  const { port } = host.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/`, close: () => host.close() };
}

async function visit(browser: Browser, url: string): Promise<Seen> {
  const context = await browser.newContext({ viewport: { width, height: 800 } });
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  await cdp.send('Network.enable');
  await cdp.send('Network.emulateNetworkConditions', line);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  const scripts = new Set<string>();
  let scriptBytes = 0;
  cdp.on('Network.responseReceived', ({ requestId, type }) => type === 'Script' && scripts.add(requestId));
  cdp.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (scripts.has(requestId)) scriptBytes += encodedDataLength;
  });
  await page.addInitScript('globalThis.__name = (f) => f'); // tsx uses it
  await page.addInitScript(watchPage);
  const answer = await page.goto(url, { waitUntil: 'networkidle' });
  if (!answer?.ok()) throw new Error(`${url}: ${answer?.status()}`);
  await page.waitForFunction(() => (window as unknown as { seen: Seen }).seen.pictureMs > 0);
  const seen = await page.evaluate(() => (window as unknown as { seen: Omit<Seen, 'scriptKb'> }).seen);
  await context.close();
  return { ...seen, scriptKb: scriptBytes / 1024 };
}

/**
 * Runs in the page. The button counts from the first picture of the page that has it, the large photo from the first after
 * it has come: Chromium's largest paint is at times that of a small one.
 */
function watchPage(): void {
  const seen = { pictureMs: 0, largestMs: 0, buttonMs: 0, aliveMs: 0, shift: 0 };
  Object.assign(window, { seen });
  type Entry = PerformanceEntry & { value: number; hadRecentInput: boolean; url: string };
  const noteShifts = (list: PerformanceObserverEntryList) => {
    for (const { value, hadRecentInput } of list.getEntries() as Entry[])
      if (!hadRecentInput) seen.shift += value;
  };
  new PerformanceObserver(noteShifts).observe({ type: 'layout-shift', buffered: true });
  const noteLargest = (list: PerformanceObserverEntryList) => {
    for (const entry of list.getEntries()) if ((entry as Entry).url) seen.largestMs = entry.startTime;
  };
  new PerformanceObserver(noteLargest).observe({ type: 'largest-contentful-paint', buffered: true });
  const noteLarge = ({ target }: Event) => {
    if (!(target instanceof HTMLImageElement) || target.fetchPriority !== 'high') return;
    requestAnimationFrame(() => {
      seen.pictureMs ||= performance.now();
    });
  };
  document.addEventListener('load', noteLarge, true); // no window hears it
  let foundMs = 0;
  const look = () => {
    const isThere = (document.querySelector('#download-all')?.getClientRects().length ?? 0) > 0;
    const painted = performance.getEntriesByName('first-contentful-paint')[0];
    if (isThere) foundMs ||= performance.now();
    if (isThere && painted) seen.buttonMs ||= Math.max(painted.startTime, foundMs);
    if (window.isAlive) seen.aliveMs ||= performance.now();
    if (!seen.buttonMs || !seen.aliveMs) requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}
