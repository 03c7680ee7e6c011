// Seals, sends and opens a large file by the command and in Chromium, beside an ordinary one in the same run: MB/s, the
// ratio, and the most memory of the process or the renderers. Run: npm run test:long -- sealed. GIGABYTES=10 makes it larger;
// BY=browser or BY=command runs one half.
import fs from 'node:fs';
import { headerNames } from '@/lib/contract/http/names';
import { CommandHome, ended } from '@/testing/people/cli';
import { TestServer } from '@/testing/server/test-server';
import { newToken } from './cli-token';
import { checkSum, choose, downloadAlone, makeFile, sendAlone, visit } from './sealed-steps';
import { signedIn } from './sparse-share';
import { UnwatchedChromium } from './unwatched';

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

type Figures = { seconds: number; memoryBytes: number };

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
  const text = ({ seconds, memoryBytes }: Figures) =>
    `${(bytes / 1e6 / seconds).toFixed(0)} MB/s, ${(memoryBytes / 2 ** 20).toFixed(0)} MiB`;
  const ratio = (plain.seconds / sealed.seconds).toFixed(2);
  say(`${what}, ${gigabytes} GB: ordinary ${text(plain)}; sealed ${text(sealed)}; ratio ${ratio}`);
}

async function byBrowser(wanted: string): Promise<void> {
  const { [headerNames.auth]: token = '' } = await signedIn(server);
  const sent: Figures[] = [];
  const got: Figures[] = [];
  for (const isSealed of [false, true]) {
    const sender = await UnwatchedChromium.start();
    await choose(await sender.watch(), { url: server.url, token, file: home.file('large.bin'), isSealed });
    sent.push(await measured(() => sendAlone(sender)));
    const visitor = await UnwatchedChromium.start();
    await visit(await visitor.watch(), await sender.watch(), server.url);
    await sender.close();
    let saved = '';
    got.push(
      await measured(async () => {
        saved = await downloadAlone(visitor);
      }),
    );
    await checkSum(saved, wanted);
    await visitor.close();
  }
  compare('Chromium, send', sent);
  compare('Chromium, open and save', got);
}

/** Memory is that of all renderers together, once a second: pages and service workers. */
async function measured(work: () => Promise<unknown>): Promise<Figures> {
  let memoryBytes = 0;
  const timer = setInterval(() => {
    memoryBytes = Math.max(memoryBytes, renderersBytes());
  }, 1000);
  const from = performance.now();
  await work().finally(() => clearInterval(timer));
  return { memoryBytes, seconds: (performance.now() - from) / 1000 };
}

/** Resident memory of this program's renderers. */
function renderersBytes(): number {
  const programs = new Map(
    fs
      .readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map((pid) => [Number(pid), readProgram(pid)]),
  );
  const isOurs = (pid: number): boolean =>
    pid === process.pid || (programs.get(pid)?.parent ? isOurs(programs.get(pid)?.parent ?? 0) : false);
  return [...programs]
    .filter(([pid, { isRenderer }]) => isRenderer && isOurs(pid))
    .reduce((sum, [, { bytes }]) => sum + bytes, 0);
}

function readProgram(pid: string) {
  try {
    const status = fs.readFileSync(`/proc/${pid}/status`, 'utf8');
    const number = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0);
    const isRenderer = fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('--type=renderer');
    return { parent: number('PPid'), bytes: number('VmRSS') * 1024, isRenderer };
  } catch {
    return { parent: 0, bytes: 0, isRenderer: false }; // has ended
  }
}
