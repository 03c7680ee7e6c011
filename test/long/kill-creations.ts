// Kills the server ten times while 500 small files are sent by the command, by curl, by the page and to two nodes: each
// file is there once, and none is left with 0 of its bytes. Run: npm run test:long -- kill-creations. FILES, KILLS and
// WAYS (such as "command,curl") make it smaller.
import { spawn } from 'node:child_process';
import { randomBytes, randomInt } from 'node:crypto';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { sharedNodes } from '@/e2e/start/two-nodes';
import { choiceCookieNames, cookieNames, headerNames } from '@/lib/contract/http/names';
import { share } from '@/lib/contract/share/share';
import { paths } from '@/lib/paths';
import { type Api, api } from '@/testing/people/account';
import { CommandHome, ended } from '@/testing/people/cli';
import { drop } from '@/testing/screens/local-folder';
import { admin, TestServer } from '@/testing/server/test-server';
import { newToken } from './cli-token';
import { UnwatchedChromium } from './unwatched';

const { FILES = '500', KILLS = '10', WAYS = 'command,curl,page,nodes' } = process.env;
const [count, kills] = [Number(FILES), Number(KILLS)];
const say = (line: string) => process.stdout.write(`${line}\n`);

/** `url` stays while servers come and go. */
type Setting = {
  url: string;
  kill: () => Promise<void>;
  home: CommandHome;
  owner: Api;
  /** Has the killing begin. */
  begin: () => void;
};

/** @returns the names of the files that were sent */
type Way = (setting: Setting) => Promise<string[]>;

const ways: Record<string, Way> = {
  command: async ({ home, begin }) => {
    begin();
    const { folder, names } = newFolder(home);
    for (let runs = 0; runs < 30; runs++) {
      const { code, err } = await home.run(['--json', 'send', folder]);
      if (code === 0) return names;
      say(`run again: ${err.trim().split('\n').at(-1)}`);
      await delay(500);
    }
    throw new Error('The command never got through.');
  },
  curl: async ({ home, url, begin }) => {
    begin();
    const { folder, names } = newFolder(home);
    const left = [...names];
    const work = async () => {
      for (let name = left.pop(); name; name = left.pop()) await curl(home, url, path.join(folder, name));
    };
    await Promise.all(Array.from({ length: 6 }, work));
    return names;
  },
  page: async ({ home, url, owner, begin }) => {
    const { folder, names } = newFolder(home);
    const browser = await UnwatchedChromium.start();
    try {
      const page = await browser.watch();
      await page.context().addCookies([
        { name: cookieNames.auth, value: owner.headers[headerNames.auth] ?? '', url },
        { name: choiceCookieNames.language, value: 'en', url },
      ]);
      await page.goto(url + paths.newShare, { waitUntil: 'networkidle' });
      await drop(page, [home.file(folder)]);
      await page.getByRole('list', { name: 'Files' }).waitFor();
      begin(); // a page whose scripts don't come is another matter
      for (;;) {
        await page.getByRole('button', { name: 'Get link' }).click({ timeout: 60_000 });
        // The server may have been away just then: people press again.
        if (await isPublished(owner, path.basename(folder))) return names;
      }
    } finally {
      await browser.close();
    }
  },
};

async function isPublished(owner: Api, name: string): Promise<boolean> {
  for (let waits = 0; waits < 600; waits++) {
    const { items } = await untilAnswered(() => owner.call(share.search, { query: { q: name } }));
    if (items.some(({ published }) => published === true)) return true;
    if (waits > 20 && items.length === 0) return false;
    await delay(500);
  }
  throw new Error('The page never got through.');
}

function newFolder(home: CommandHome): { folder: string; names: string[] } {
  const folder = `many-${randomBytes(3).toString('hex')}`;
  const names = Array.from({ length: count }, (_, n) => `${folder}-${n}.bin`);
  for (const name of names) home.write(path.join(folder, name), randomBytes(randomInt(1, 20_000)));
  return { folder, names };
}

async function curl(home: CommandHome, url: string, file: string): Promise<void> {
  const key = randomBytes(16).toString('hex');
  const headers = [`Authorization: Bearer ${home.env.SLIPWAY_TOKEN}`, `Idempotency-Key: ${key}`];
  const tries = ['--retry', '600', '--retry-all-errors', '--retry-delay', '1'];
  const args = ['-sSf', ...tries, ...headers.flatMap((header) => ['-H', header]), '-T', file, `${url}/u/`];
  const { code, err } = await ended(spawn('curl', args, { cwd: home.home }));
  if (code !== 0) throw new Error(`curl ended with ${code}: ${err}`);
}

async function untilAnswered<T>(call: () => Promise<T>): Promise<T> {
  for (let tries = 0; ; tries++)
    try {
      return await call();
    } catch (error) {
      if (tries > 1500) throw error; // ten starts, on a machine that is busy
      await delay(200);
    }
}

/** Kills soon after each start. Files are sent anew until there were enough kills. */
async function sendThroughKills(name: string, way: Way, setting: Omit<Setting, 'begin'>): Promise<void> {
  let [killed, rounds] = [0, 0];
  while (killed < kills) {
    const state = { isOver: false };
    let begin = () => {};
    const begun = new Promise<void>((resolve) => {
      begin = resolve;
    });
    const killing = (async () => {
      await begun;
      for (; killed < kills && !state.isOver; killed++) {
        await delay(randomInt(100, 700));
        if (!state.isOver) await setting.kill();
      }
    })();
    const failure = killing.then(() => new Promise<never>(() => {})); // a server that doesn't come back
    const names = await Promise.race([way({ ...setting, begin }), failure]).finally(() => {
      state.isOver = true;
      begin();
    });
    await killing;
    await checkArrived(setting.owner, names);
    rounds++;
  }
  say(`${name}: ${rounds * count} files in ${rounds} rounds, ${killed} kills, each once`);
}

async function checkArrived(owner: Api, names: string[]): Promise<void> {
  const word = names[0]?.split('-').slice(0, 2).join('-') ?? '';
  const found: string[] = [];
  for (let page = 1, left = true; left; page++) {
    const query = { q: word, page };
    const { items } = await untilAnswered(() => owner.call(share.search, { query }));
    left = items.length > 0;
    for (const { id } of items) {
      const { files } = await untilAnswered(() => owner.call(share.get, { params: { id } }));
      found.push(
        ...files.map(({ filename, complete, storedSize, size }) =>
          complete ? filename : `${filename}: ${storedSize} of ${size} bytes`,
        ),
      );
    }
  }
  const wrong = found.filter((name, at) => !names.includes(name) || found.indexOf(name) !== at);
  const missing = names.filter((name) => !found.includes(name));
  if (wrong.length + missing.length > 0)
    throw new Error(`Doubled or partial: ${wrong.join(', ')}. Missing: ${missing.join(', ')}.`);
}

async function withSetting(
  url: string,
  kill: Setting['kill'],
  work: (setting: Omit<Setting, 'begin'>) => Promise<void>,
) {
  const home = new CommandHome({ SLIPWAY_URL: url, SLIPWAY_TOKEN: await newToken(url) });
  try {
    await work({ url, kill, home, owner: await api(admin, url) });
  } finally {
    home.remove();
  }
}

const wanted = WAYS.split(',');
const server = await (await TestServer.make({ database: 'careful' })).start();
try {
  const kill = async () => {
    await server.kill();
    await server.start();
  };
  await withSetting(server.url, kill, async (setting) => {
    for (const name of wanted) if (ways[name]) await sendThroughKills(name, ways[name], setting);
  });
} finally {
  await server.remove();
}
if (wanted.includes('nodes')) {
  const { nodes, nginx, remove } = await sharedNodes({ RATE_LIMITS: 'off' });
  try {
    let next = 0;
    const kill = async () => {
      const node = nodes[next++ % 2];
      await node?.kill();
      await node?.start();
    };
    await withSetting(nginx.url, kill, async (setting) => {
      for (const name of ['command', 'curl'])
        await sendThroughKills(`${name}, two nodes`, ways[name] as Way, setting);
    });
  } finally {
    await remove();
  }
}
