import { gzipSync } from 'node:zlib';
import type { Browser, Page } from '@playwright/test';
import { adminPaths } from '@/lib/admin-paths';
import { alias } from '@/lib/contract/alias/alias';
import { cookieNames } from '@/lib/contract/http/names';
import { paths } from '@/lib/paths';
import { type Api, api, newAccount } from '@/testing/people/account';
import { samples, sharedFiles } from '@/testing/people/shared-files';
import { idle, listening } from '@/testing/screens/alive';
import { running } from '@/testing/server/running';
import { fetchingOf } from '../fetching';
import { expect, test } from '../fixtures';

/** Kilobytes of gzipped script on a visitor's first page; below, on an owner's. */
const publicKb = 199;
const ownerKb = 277;

type BudgetScreen = { name: string; path: string; as?: Api };
type PageMetrics = { shift: number; paintMs: number };
type BudgetRow = PageMetrics & { name: string; limitKb: number; scriptKb: number; laterKb: number };

const validity = 3_600_000;

test('every page holds its budget of script and keeps still while it loads', async ({ browser }) => {
  test.setTimeout(600_000); // many visits, each with an empty cache
  const as = await api(await newAccount({ admin: true }));
  const files = [samples.png, samples.txt, samples.zip];
  const plain = await sharedFiles(as, files);
  const noted = await sharedFiles(as, files, { description: 'The **plans** of the harbour.' });
  const body = { name: 'Applications', validity, enabled: true, members: [] };
  const { id: aliasId } = await as.call(alias.create, { body });

  const visitors: BudgetScreen[] = [
    { name: 'login', path: paths.login() },
    { name: 'register', path: paths.register },
    { name: 'info', path: paths.info(1) },
    { name: 'public link', path: paths.open(plain.linkId) },
    { name: 'link with note', path: paths.open(noted.linkId) },
    { name: 'public upload', path: paths.inbox(aliasId) },
  ];
  const owners: BudgetScreen[] = [
    { name: 'home', path: paths.home },
    { name: 'list', path: paths.shares },
    { name: 'received', path: paths.received },
    { name: 'create', path: paths.newShare },
    { name: 'detail', path: paths.share(noted.shareId) },
    { name: 'aliases', path: paths.aliases },
    { name: 'alias', path: paths.alias(aliasId) },
    { name: 'settings', path: paths.settings },
    { name: 'security', path: paths.security },
    { name: 'access', path: paths.access },
    { name: 'webhooks', path: paths.webhooks },
    { name: 'accounts', path: paths.accounts },
    { name: 'audit', path: paths.audit },
    { name: 'doctor', path: paths.doctor },
    { name: 'server', path: paths.server },
    { name: 'server: sign-in', path: adminPaths.serverRoom('signin') },
    { name: 'server: look', path: adminPaths.serverRoom('look') },
    { name: 'server: limits', path: adminPaths.serverRoom('limits') },
  ];

  const rows: BudgetRow[] = [];
  for (const screen of visitors) rows.push(await measure(browser, { ...screen, limitKb: publicKb }));
  for (const screen of owners) rows.push(await measure(browser, { ...screen, limitKb: ownerKb, as }));
  console.log(table(rows));
  for (const { name, scriptKb, limitKb, shift } of rows) {
    expect.soft(scriptKb, `script of ${name}, KB`).toBeLessThanOrEqual(limitKb);
    expect.soft(shift, `layout shift of ${name}`).toBeLessThan(0.01);
  }
});

/**
 * Measures scripts that a page needs to be seen and used, with an empty cache. Idle time is held back, so that preloads
 * don't count.
 */
async function measure(
  browser: Browser,
  { name, path, as, limitKb }: BudgetScreen & { limitKb: number },
): Promise<BudgetRow> {
  const context = await browser.newContext({ baseURL: running().url });
  try {
    if (as) await context.addCookies([{ name: cookieNames.auth, value: as.token, url: running().url }]);
    const page = await context.newPage();
    await page.addInitScript(holdIdleness);
    const scripts = scriptsOf(page);
    const fetching = fetchingOf(page);
    await page.goto(path);
    // A link's page is busy until its share has come.
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
    await listening(page);
    await fetching.over();
    const scriptKb = await scripts();
    await page.evaluate(() => (window as typeof window & { beIdle: () => void }).beIdle());
    await idle(page);
    await fetching.over();
    expect(new URL(page.url()).pathname).toBe(path);
    return { name, limitKb, scriptKb, laterKb: (await scripts()) - scriptKb, ...(await observed(page)) };
  } finally {
    await context.close();
  }
}

/** Runs in the page: delays idle callbacks until `beIdle` is called. */
function holdIdleness(): void {
  const real = window.requestIdleCallback.bind(window);
  const held: Parameters<typeof real>[] = [];
  window.requestIdleCallback = (...asked) => -held.push(asked);
  Object.assign(window, {
    beIdle: () => {
      window.requestIdleCallback = real;
      for (const asked of held.splice(0)) real(...asked);
    },
  });
}

function scriptsOf(page: Page): () => Promise<number> {
  const sizes: Promise<number>[] = [];
  page.on('response', (response) => {
    if (response.request().resourceType() !== 'script') return;
    // One still on its way when the page is closed is fetched ahead, and lost.
    const size = response.body().then((bytes) => gzipSync(bytes).length);
    sizes.push(size.catch(() => 0));
  });
  return async () => (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0) / 1024;
}

const observed = (page: Page): Promise<PageMetrics> =>
  page.evaluate(async () => {
    type Shift = PerformanceEntry & { value: number };
    const shifts = await new Promise<Shift[]>((resolve) => {
      // Called even when nothing was noted before.
      const observer = new PerformanceObserver((list) => resolve(list.getEntries() as Shift[]));
      observer.observe({ type: 'layout-shift', buffered: true });
      requestAnimationFrame(() => setTimeout(() => resolve(observer.takeRecords() as Shift[])));
    });
    return {
      shift: shifts.reduce((sum, { value }) => sum + value, 0),
      paintMs: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0,
    };
  });

function table(rows: readonly BudgetRow[]): string {
  const head = ['page', 'script KB', 'limit KB', 'later KB', 'shift', 'paint ms'];
  const lines = rows.map(({ name, scriptKb, limitKb, laterKb, shift, paintMs }) => [
    name,
    scriptKb.toFixed(1),
    String(limitKb),
    laterKb.toFixed(1),
    shift.toFixed(4),
    paintMs.toFixed(0),
  ]);
  return [head, ...lines].map((line) => line.map((cell) => cell.padEnd(14)).join('')).join('\n');
}
