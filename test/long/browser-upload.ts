// Measures how fast Chromium uploads 10,000 and 2,000 files of 10 KiB, and one of 2 GiB: seconds, requests per
// second, load and longest task of the main thread, memory. Run: npm run test:long -- browser-upload. `COUNTS=2000,1`
// selects some.
import { type Browser, type CDPSession, chromium, type Page } from '@playwright/test';
import { cookieNames, headerNames } from '@/lib/contract/http/names';
import { paths } from '@/lib/paths';
import { chromiumFlags, findChromium } from '@/scripts/lib/chromium.mjs';
import { drop, LocalFolder } from '@/testing/screens/local-folder';
import { TestServer } from '@/testing/server/test-server';
import { signedIn } from './sparse-share';

const counts = (process.env.COUNTS ?? '10000,2000,1').split(',').map(Number);
const smallBytes = 10 * 1024;
const largeBytes = 2 * 1024 ** 3;
const patienceMs = 20 * 60_000;

const say = (line: string) => process.stdout.write(`${line}\n`);

const server = await (await TestServer.make({ env: { MAX_SIZE: '4G' } })).start();
const browser = await chromium.launch({ executablePath: findChromium() ?? '', args: chromiumFlags });
try {
  const { [headerNames.auth]: token = '' } = await signedIn(server);
  for (const count of counts) await sendFolder(browser, token, count);
} finally {
  await browser.close();
  await server.remove();
}

async function sendFolder(browser: Browser, token: string, count: number): Promise<void> {
  const page = await browser.newPage({ locale: 'en-GB' });
  await page.context().addCookies([{ name: cookieNames.auth, value: token, url: server.url }]);
  // tsx uses a helper that the page doesn't have.
  await page.addInitScript('globalThis.__name = (f) => f');
  await page.addInitScript(watchPage);
  await page.goto(server.url + paths.newShare, { waitUntil: 'networkidle' });
  const { folder, path } = filesOf(count);
  const from = performance.now();
  await drop(page, [path]);
  await page.getByRole('list', { name: 'Files' }).waitFor({ timeout: patienceMs });
  const read = performance.now();

  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  const before = await figures(page, session);
  await page.getByRole('button', { name: 'Get link' }).click();
  const heap = sampleMaximum(session);
  await page.getByRole('heading', { name: 'Your link is ready' }).waitFor({ timeout: patienceMs });
  const seconds = (performance.now() - read) / 1000;
  const heapBytes = await heap();
  const after = await figures(page, session);
  const requests = after.requests - before.requests;
  say(
    `${count} × ${count === 1 ? '2 GiB' : '10 KiB'}: read in ${((read - from) / 1000).toFixed(1)} s, ` +
      `sent in ${seconds.toFixed(1)} s, ${(requests / seconds).toFixed(0)} requests a second, ` +
      `main thread busy ${(((after.busySeconds - before.busySeconds) / seconds) * 100).toFixed(0)} %, ` +
      `longest task ${after.longestTaskMs.toFixed(0)} ms, heap up to ${(heapBytes / 1024 ** 2).toFixed(0)} MiB`,
  );
  await page.context().close();
  folder.remove();
}

function filesOf(count: number): { folder: LocalFolder; path: string } {
  if (count === 1) {
    const folder = new LocalFolder('large', {});
    return { folder, path: folder.addHollow('large.bin', largeBytes) };
  }
  const names = Array.from({ length: count }, (_, n) => [`${n}.jpg`, smallBytes]);
  const folder = new LocalFolder('many', Object.fromEntries(names));
  return { folder, path: folder.path };
}

function watchPage(): void {
  const seen = { requests: 0, longestTaskMs: 0 };
  Object.assign(window, { seen });
  new PerformanceObserver((list) => {
    seen.requests += list.getEntries().filter(({ name }) => name.includes('/files/')).length;
  }).observe({ type: 'resource', buffered: true });
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) seen.longestTaskMs = Math.max(seen.longestTaskMs, duration);
  }).observe({ type: 'longtask' });
}

async function figures(page: Page, session: CDPSession) {
  const seen = await page.evaluate(
    () => (window as unknown as { seen: { requests: number; longestTaskMs: number } }).seen,
  );
  return { ...seen, busySeconds: await metric(session, 'TaskDuration') };
}

async function metric(session: CDPSession, wanted: string): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return metrics.find(({ name }) => name === wanted)?.value ?? 0;
}

/** Samples every second. The returned function stops and returns the maximum. */
function sampleMaximum(session: CDPSession): () => Promise<number> {
  let most = 0;
  const look = async () => {
    most = Math.max(most, await metric(session, 'JSHeapUsedSize'));
  };
  const timer = setInterval(() => void look().catch(() => undefined), 1000);
  return async () => {
    clearInterval(timer);
    await look();
    return most;
  };
}
