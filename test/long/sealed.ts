// Seals, sends and opens a large file by the command and in Chromium, beside an ordinary one in the same run: MB/s, the
// ratio, and the most memory of the process or tab. Run: npm run test:long -- sealed. GIGABYTES=10 makes it larger.
import { createHash, randomBytes } from 'node:crypto';
import fs from 'node:fs';
import { type Browser, type CDPSession, chromium, type Page } from '@playwright/test';
import { cookieNames, headerNames } from '@/lib/contract/http/names';
import { paths } from '@/lib/paths';
import { chromiumFlags, findChromium } from '@/scripts/lib/chromium.mjs';
import { CommandHome, ended } from '@/testing/people/cli';
import { drop } from '@/testing/screens/local-folder';
import { TestServer } from '@/testing/server/test-server';
import { newToken } from './cli-token';
import { signedIn } from './sparse-share';

const gigabytes = Number(process.env.GIGABYTES ?? 2);
const bytes = gigabytes * 1_000_000_000;
const patienceMs = 60 * 60_000;
const say = (line: string) => process.stdout.write(`${line}\n`);

const server = await (await TestServer.make({ env: { MAX_SIZE: '20G' } })).start();
const home = new CommandHome({ SLIPWAY_URL: server.url });
try {
  home.env.SLIPWAY_TOKEN = await newToken(server.url);
  const wanted = await makeFile(home.write('large.bin', ''));
  await byCommand(wanted);
  const browser = await chromium.launch({ executablePath: findChromium() ?? '', args: chromiumFlags });
  await inBrowser(browser, wanted).finally(() => browser.close());
} finally {
  home.remove();
  await server.remove();
}

async function makeFile(file: string): Promise<string> {
  const block = randomBytes(16_000_000);
  for (let at = 0; at < bytes; at += block.length) {
    block.writeDoubleLE(at, 0);
    fs.appendFileSync(file, block.subarray(0, Math.min(block.length, bytes - at)));
  }
  return sumOf(file);
}

async function sumOf(file: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of fs.createReadStream(file)) hash.update(chunk as Buffer);
  return hash.digest('hex');
}

type Figures = { seconds: number; memoryBytes: number };

async function byCommand(wanted: string): Promise<void> {
  const sent: Figures[] = [];
  const got: Figures[] = [];
  for (const seal of [[], ['--seal']]) {
    const send = await run(['send', 'large.bin', '--new', ...seal]);
    const get = await run(['get', send.out.trim(), '-o', `copy${seal}`]);
    checkSum(await sumOf(home.file(`copy${seal}/large.bin`)), wanted);
    fs.rmSync(home.file(`copy${seal}`), { recursive: true });
    sent.push(send);
    got.push(get);
  }
  compare('command, send', sent);
  compare('command, get', got);
}

async function run(args: string[]): Promise<Figures & { out: string }> {
  const from = performance.now();
  const child = home.start(args);
  let memoryBytes = 0;
  const timer = setInterval(() => {
    memoryBytes = Math.max(memoryBytes, peakBytes(child.pid ?? 0));
  }, 100);
  const { code, out, err } = await ended(child);
  clearInterval(timer);
  if (code !== 0) throw new Error(`${args[0]} ended with ${code}: ${err}`);
  return { out, memoryBytes, seconds: (performance.now() - from) / 1000 };
}

/** The most that a process has had in memory; 0 once it has ended. */
function peakBytes(pid: number): number {
  try {
    const status = fs.readFileSync(`/proc/${pid}/status`, 'utf8');
    return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) * 1024;
  } catch {
    return 0;
  }
}

function compare(what: string, [plain, sealed]: Figures[]): void {
  if (!plain || !sealed) throw new Error(`${what}: no figures`);
  const text = ({ seconds, memoryBytes }: Figures) =>
    `${(bytes / 1e6 / seconds).toFixed(0)} MB/s, ${(memoryBytes / 2 ** 20).toFixed(0)} MiB`;
  const ratio = (plain.seconds / sealed.seconds).toFixed(2);
  say(`${what}, ${gigabytes} GB: ordinary ${text(plain)}; sealed ${text(sealed)}; ratio ${ratio}`);
}

function checkSum(sum: string, wanted: string): void {
  if (sum !== wanted) throw new Error(`SHA-256 ${sum} in place of ${wanted}`);
}

async function inBrowser(browser: Browser, wanted: string): Promise<void> {
  const { [headerNames.auth]: token = '' } = await signedIn(server);
  const sent: Figures[] = [];
  const got: Figures[] = [];
  for (const isSealed of [false, true]) {
    const page = await browser.newPage({ locale: 'en-GB' });
    await page.context().addCookies([{ name: cookieNames.auth, value: token, url: server.url }]);
    await page.goto(server.url + paths.newShare, { waitUntil: 'networkidle' });
    if (isSealed) await chooseSeal(page);
    await drop(page, [home.file('large.bin')]);
    await page.getByRole('list', { name: 'Files' }).waitFor();
    await page.getByRole('button', { name: 'Get link' }).click();
    sent.push(await measured(page, () => heading(page).waitFor({ timeout: patienceMs })));
    const link = (await page.getByRole('link', { name: 'Open' }).getAttribute('href')) ?? '';
    const visitor = await browser.newPage({ locale: 'en-GB' });
    await visitor.goto(new URL(link, server.url).href, { waitUntil: 'networkidle' });
    const coming = visitor.waitForEvent('download', { timeout: patienceMs });
    got.push(
      await measured(visitor, async () => {
        const name = 'Download large.bin';
        await visitor.getByRole('link', { name }).or(visitor.getByRole('button', { name })).first().click();
        checkSum(await sumOf(await (await coming).path()), wanted);
      }),
    );
    await Promise.all([page, visitor].map((one) => one.context().close()));
  }
  compare('Chromium, send', sent);
  compare('Chromium, open and save', got);
}

function heading(page: Page) {
  return page.getByRole('heading', { name: 'Your link is ready' });
}

async function chooseSeal(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'More options' }).click();
  await page.getByRole('switch', { name: /^Seal it/ }).check();
}

/** Memory is the page's heap with buffers outside of it, once a second; its service worker has one of its own. */
async function measured(page: Page, work: () => Promise<unknown>): Promise<Figures> {
  const session: CDPSession = await page.context().newCDPSession(page);
  let memoryBytes = 0;
  const look = async () => {
    const usage = await session.send('Runtime.getHeapUsage');
    const { usedSize, backingStorageSize = 0 } = usage as { usedSize: number; backingStorageSize?: number };
    memoryBytes = Math.max(memoryBytes, usedSize + backingStorageSize);
  };
  const timer = setInterval(() => void look().catch(() => undefined), 1000);
  const from = performance.now();
  await work().finally(() => clearInterval(timer));
  return { memoryBytes, seconds: (performance.now() - from) / 1000 };
}
