// Seals, sends and opens a large file by the command and in Chromium, beside an ordinary one in the same run: MB/s, the
// ratio, and the most memory of the process or tab. Run: npm run test:long -- sealed. GIGABYTES=10 makes it larger;
// BY=browser or BY=command runs one half.
import fs from 'node:fs';
import { type Browser, chromium, type Page } from '@playwright/test';
import { headerNames } from '@/lib/contract/http/names';
import { chromiumFlags, findChromium } from '@/scripts/lib/chromium.mjs';
import { CommandHome, ended } from '@/testing/people/cli';
import { TestServer } from '@/testing/server/test-server';
import { newToken } from './cli-token';
import { checkSum, choose, download, makeFile, send, visit } from './sealed-steps';
import { signedIn } from './sparse-share';

const gigabytes = Number(process.env.GIGABYTES ?? 2);
const bytes = gigabytes * 1_000_000_000;
const by = process.env.BY;
const say = (line: string) => process.stdout.write(`${line}\n`);

const server = await (await TestServer.make({ env: { MAX_SIZE: '20G' } })).start();
const home = new CommandHome({ SLIPWAY_URL: server.url });
try {
  home.env.SLIPWAY_TOKEN = await newToken(server.url);
  const wanted = await makeFile(home.write('large.bin', ''), bytes);
  if (by !== 'browser') await byCommand(wanted);
  if (by !== 'command') await byBrowser(wanted);
} finally {
  home.remove();
  await server.remove();
}

async function byBrowser(wanted: string): Promise<void> {
  const browser = await chromium.launch({ executablePath: findChromium() ?? '', args: chromiumFlags });
  await inBrowser(browser, wanted).finally(() => browser.close());
}

type Figures = { seconds: number; memoryBytes: number; workerBytes?: number };

async function byCommand(wanted: string): Promise<void> {
  const sent: Figures[] = [];
  const got: Figures[] = [];
  for (const seal of [[], ['--seal']]) {
    const send = await run(['send', 'large.bin', '--new', ...seal]);
    const get = await run(['get', send.out.trim(), '-o', `copy${seal}`]);
    await checkSum(home.file(`copy${seal}/large.bin`), wanted);
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
  const mebibytes = (size: number) => `${(size / 2 ** 20).toFixed(0)} MiB`;
  const text = ({ seconds, memoryBytes, workerBytes }: Figures) =>
    `${(bytes / 1e6 / seconds).toFixed(0)} MB/s, ${mebibytes(memoryBytes)}` +
    `${workerBytes === undefined ? '' : ` and ${mebibytes(workerBytes)} of its worker`}`;
  const ratio = (plain.seconds / sealed.seconds).toFixed(2);
  say(`${what}, ${gigabytes} GB: ordinary ${text(plain)}; sealed ${text(sealed)}; ratio ${ratio}`);
}

async function inBrowser(browser: Browser, wanted: string): Promise<void> {
  const { [headerNames.auth]: token = '' } = await signedIn(server);
  const sent: Figures[] = [];
  const got: Figures[] = [];
  for (const isSealed of [false, true]) {
    const page = await choose(browser, { url: server.url, token, file: home.file('large.bin'), isSealed });
    sent.push(await measured(page, () => send(page)));
    const visitor = await visit(browser, page, server.url);
    const get = async () => checkSum(await (await download(visitor)).path(), wanted);
    got.push(await measured(visitor, get));
    await Promise.all([page, visitor].map((one) => one.context().close()));
  }
  compare('Chromium, send', sent);
  compare('Chromium, open and save', got);
}

/** Memory is the heap with buffers outside of it, once a second: of the page and of its service worker. */
async function measured(page: Page, work: () => Promise<unknown>): Promise<Figures> {
  const session = await page.context().newCDPSession(page);
  const worker = await workerOf(page);
  let [memoryBytes, workerBytes] = [0, 0];
  const look = async () => {
    memoryBytes = Math.max(memoryBytes, heapBytes(await session.send('Runtime.getHeapUsage')));
    workerBytes = Math.max(workerBytes, heapBytes(await worker()));
  };
  const timer = setInterval(() => void look().catch(() => undefined), 1000);
  const from = performance.now();
  await work().finally(() => clearInterval(timer));
  return { memoryBytes, workerBytes, seconds: (performance.now() - from) / 1000 };
}

type HeapUsage = { usedSize: number; backingStorageSize?: number };

const heapBytes = ({ usedSize, backingStorageSize = 0 }: HeapUsage) => usedSize + backingStorageSize;

/** Asks a page's service worker for its heap, through the browser: Playwright has no session for workers. */
async function workerOf(page: Page): Promise<() => Promise<HeapUsage>> {
  const { targetInfo } = await (await page.context().newCDPSession(page)).send('Target.getTargetInfo');
  const session = await page.context().browser()?.newBrowserCDPSession();
  let last: HeapUsage = { usedSize: 0 };
  session?.on('Target.receivedMessageFromTarget', ({ message }) => {
    last = JSON.parse(message).result ?? last;
  });
  const message = JSON.stringify({ id: 1, method: 'Runtime.getHeapUsage' });
  const sessions = new Map<string, string>();
  return async () => {
    const { targetInfos = [] } = (await session?.send('Target.getTargets')) ?? {};
    const isOurs = ({ type, browserContextId }: (typeof targetInfos)[number]) =>
      type === 'service_worker' && browserContextId === targetInfo.browserContextId;
    const targetId = targetInfos.find(isOurs)?.targetId; // none while it has nothing to do
    if (!session || !targetId) return last;
    const sessionId =
      sessions.get(targetId) ?? (await session.send('Target.attachToTarget', { targetId })).sessionId;
    sessions.set(targetId, sessionId);
    await session.send('Target.sendMessageToTarget', { sessionId, message });
    return last;
  };
}
