// Kills the command twenty times while it sends 2,000 files of 3 GB, and as often while it downloads them. All files
// have to be there once, and the download uses one view. Run: npm run test:long -- cli-killed. FILES, MEGABYTES and
// KILLS make it smaller.
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { CommandHome, ended, treeOf } from '@/testing/people/cli';
import { TestServer } from '@/testing/server/test-server';
import { newToken } from './cli-token';

const { FILES = '2000', MEGABYTES = '3000', KILLS = '20' } = process.env;
const [count, bytes, kills] = [Number(FILES), Number(MEGABYTES) * 1_000_000, Number(KILLS)];

const say = (line: string) => process.stdout.write(`${line}\n`);

const server = await (await TestServer.make({ env: { MAX_SIZE: '10G' } })).start();
const home = new CommandHome({ SLIPWAY_URL: server.url });
try {
  await run();
} finally {
  home.remove();
  await server.remove();
}

async function run(): Promise<void> {
  home.env.SLIPWAY_TOKEN = await newToken(server.url);
  makeFiles();
  const sent = await runThroughKills(['--json', 'send', 'many']);
  const { url, files } = JSON.parse(sent) as { url: string; files: number };
  say(`sent ${files} files`);
  await runThroughKills(['get', url, '-o', 'copy']);
  const [here, there] = ['many', 'copy/many'].map((folder) => JSON.stringify(treeOf(home.file(folder))));
  const extra = fs
    .readdirSync(home.file('copy'), { recursive: true })
    .filter((name) => /\.part$/.test(`${name}`));
  const listed = JSON.parse((await home.run(['--json', 'ls'])).out) as { files: number; views: number }[];
  const [{ files: kept, views } = { files: 0, views: 0 }] = listed;
  say(`${kept} files in ${listed.length} share, ${views} view, ${extra.length} parts left`);
  const isSame = here === there && kept === count && views === 1 && listed.length === 1 && extra.length === 0;
  if (!isSame) throw new Error('The copies differ.');
  say('identical');
}

/** A few large files hold most bytes, as in real life. */
function makeFiles(): void {
  const large = Math.max(1, Math.floor(count / 100));
  const largeBytes = Math.floor((bytes * 0.9) / large);
  const smallBytes = Math.floor((bytes * 0.1) / (count - large));
  for (let n = 0; n < count; n++) {
    const size = n < large ? largeBytes : Math.floor(smallBytes * (0.5 + (n % 11) / 10));
    const file = home.write(`many/${n % 17}/${n % 3}/file ${n}.bin`, '');
    for (let left = size; left > 0; left -= 16_000_000)
      fs.appendFileSync(file, randomBytes(Math.min(left, 16_000_000)));
  }
  const total = fs.readdirSync(home.file('many'), { recursive: true, encoding: 'utf8' });
  say(`${count} files in ${total.length - count} folders below ${path.basename(home.home)}`);
}

/** Kills the command shortly after each start, and lets the last one finish. */
async function runThroughKills(args: string[]): Promise<string> {
  let killed = 0;
  while (killed < kills) {
    const waitMs = 400 + 50 * (killed % 13);
    const child = home.start(args);
    const end = ended(child);
    const ran = await Promise.race([end, delay(waitMs)]);
    if (ran) return finished(ran, args, killed);
    child.kill('SIGKILL');
    await end;
    killed++;
  }
  return finished(await home.run(args), args, killed);
}

function finished(
  { code, out, err }: Awaited<ReturnType<typeof ended>>,
  args: string[],
  killed: number,
): string {
  if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}: ${err}`);
  say(`${args.at(-1)}: done after ${killed} kills`);
  return out;
}
