// Measures how fast Chromium uploads 10,000 and 2,000 files of 10 KiB, and one of 2 GiB: seconds, requests per
// second, long tasks of the main thread, memory. Run: npm run test:long -- browser-upload. `COUNTS=2000,1` selects
// some.
import type { Page } from '@playwright/test';
import { choiceCookieNames, cookieNames, headerNames } from '@/lib/contract/http/names';
import { paths } from '@/lib/paths';
import { drop, LocalFolder } from '@/testing/screens/local-folder';
import { TestServer } from '@/testing/server/test-server';
import { signedIn } from './sparse-share';
import { UnwatchedChromium } from './unwatched';

const counts = (process.env.COUNTS ?? '10000,2000,1').split(',').map(Number);
const smallBytes = 10 * 1024;
const largeBytes = 2 * 1024 ** 3;
const patienceMs = 20 * 60_000;
const sentTitle = 'sent';

const say = (line: string) => process.stdout.write(`${line}\n`);

const server = await (await TestServer.make({ env: { MAX_SIZE: '4G' } })).start();
try {
  const { [headerNames.auth]: token = '' } = await signedIn(server);
  for (const count of counts) await sendFolder(token, count);
} finally {
  await server.remove();
}

async function sendFolder(token: string, count: number): Promise<void> {
  const { folder, path: source } = filesOf(count);
  const browser = await UnwatchedChromium.start();
  try {
    await chooseFiles(await browser.watch(), token, source);
    await (await browser.watch()).getByRole('button', { name: 'Get link' }).click();
    await browser.leaveUntil(sentTitle);
    tell(count, await (await browser.watch()).evaluate(() => (window as unknown as { seen: Seen }).seen));
  } finally {
    await browser.close();
    folder.remove();
  }
}

async function chooseFiles(page: Page, token: string, source: string): Promise<void> {
  await page.context().addCookies([
    { name: cookieNames.auth, value: token, url: server.url },
    { name: choiceCookieNames.language, value: 'en', url: server.url },
  ]);
  // tsx uses a helper that the page doesn't have.
  await page.addInitScript('globalThis.__name = (f) => f');
  await page.addInitScript(watchPage, sentTitle);
  await page.goto(server.url + paths.newShare, { waitUntil: 'networkidle' });
  await drop(page, [source]);
  await page.getByRole('list', { name: 'Files' }).waitFor({ timeout: patienceMs });
}

function tell(count: number, { droppedMs, listedMs, startedMs, sentMs, ...seen }: Seen): void {
  const seconds = (sentMs - startedMs) / 1000;
  say(
    `${count} × ${count === 1 ? '2 GiB' : '10 KiB'}: read in ${((listedMs - droppedMs) / 1000).toFixed(1)} s, ` +
      `sent in ${seconds.toFixed(1)} s, ${(seen.requests / seconds).toFixed(0)} requests a second, ` +
      `long tasks ${((seen.longTasksMs / 1000 / seconds) * 100).toFixed(0)} %, the longest ` +
      `${seen.longestTaskMs.toFixed(0)} ms, heap up to ${(seen.heapBytes / 1024 ** 2).toFixed(0)} MiB`,
  );
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

type Seen = {
  requests: number;
  longTasksMs: number;
  longestTaskMs: number;
  heapBytes: number;
  droppedMs: number;
  listedMs: number;
  startedMs: number;
  sentMs: number;
};

/** Runs in the page. Times are those of its clock; tasks count from the start of sending. */
function watchPage(sentTitle: string): void {
  const seen: Seen = {
    requests: 0,
    longTasksMs: 0,
    longestTaskMs: 0,
    heapBytes: 0,
    droppedMs: 0,
    listedMs: 0,
    startedMs: 0,
    sentMs: 0,
  };
  Object.assign(window, { seen });
  new PerformanceObserver((list) => {
    seen.requests += list.getEntries().filter(({ name }) => name.includes('/files/')).length;
  }).observe({ type: 'resource', buffered: true });
  new PerformanceObserver((list) => {
    for (const { duration, startTime } of list.getEntries()) {
      if (seen.startedMs === 0 || startTime < seen.startedMs) continue;
      seen.longTasksMs += duration;
      seen.longestTaskMs = Math.max(seen.longestTaskMs, duration);
    }
  }).observe({ type: 'longtask' });
  addEventListener('drop', () => (seen.droppedMs = performance.now()), true);
  addEventListener(
    'click',
    ({ target }) => {
      if ((target as Element).closest('button')?.textContent === 'Get link')
        seen.startedMs = performance.now();
    },
    true,
  );
  const isThere = (selector: string, text: string) =>
    [...document.querySelectorAll(selector)].some((one) => one.textContent === text);
  const timer = setInterval(() => {
    const { memory } = performance as unknown as { memory: { usedJSHeapSize: number } };
    seen.heapBytes = Math.max(seen.heapBytes, memory.usedJSHeapSize);
    if (!seen.listedMs && document.querySelector('[aria-label="Files"]')) seen.listedMs = performance.now();
    if (!isThere('h1, h2', 'Your link is ready')) return;
    seen.sentMs = performance.now();
    clearInterval(timer);
    setInterval(() => (document.title = sentTitle), 200);
  }, 100);
}
