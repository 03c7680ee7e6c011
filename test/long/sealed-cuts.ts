// Sends a sealed file of 2 GB in Chromium over a line that is cut, opens it over one that is cut and one that stays so
// for a while, and compares it. Run: npm run test:long -- sealed-cuts. GIGABYTES=10 makes it larger.
import { chromium, type Page } from '@playwright/test';
import { headerNames } from '@/lib/contract/http/names';
import { chromiumFlags, findChromium } from '@/scripts/lib/chromium.mjs';
import { CutProxy } from '@/testing/network/cut-proxy';
import { CommandHome } from '@/testing/people/cli';
import { TestServer } from '@/testing/server/test-server';
import { checkSum, choose, download, makeFile, patienceMs, send, until, visit } from './sealed-steps';
import { signedIn } from './sparse-share';

const bytes = Number(process.env.GIGABYTES ?? 2) * 1_000_000_000;
const cuts = 5;
const say = (line: string) => process.stdout.write(`${line}\n`);

const server = await (await TestServer.make({ env: { MAX_SIZE: '20G' } })).start();
const home = new CommandHome({ SLIPWAY_URL: server.url });
let isDown = false;
const line = await CutProxy.to(() => (isDown ? 1 : server.port)); // nobody listens at 1
const browser = await chromium.launch({ executablePath: findChromium() ?? '', args: chromiumFlags });
try {
  const wanted = await makeFile(home.write('large.bin', ''), bytes);
  const { [headerNames.auth]: token = '' } = await signedIn(server);
  const access = { url: line.url, token, file: home.file('large.bin'), isSealed: true };
  const sender = await browser.newPage({ locale: 'en-GB' });
  await choose(sender, access);
  const sending = timed(() => send(sender));
  await cutOften(() => line.cutAfter(bytes / (cuts + 2)));
  say(`sent in ${await sending}, though the line was cut ${line.cuts} times`);

  const visitor = await visit(await browser.newPage({ locale: 'en-GB' }), sender, line.url);
  const coming = timed(async () => checkSum(await (await download(visitor)).path(), wanted));
  await cutOften(() => line.cutAnswerAfter(bytes / (cuts + 2)));
  say(`opened and saved as it was in ${await coming}, though the line was cut ${cuts} times`);

  say(`a line that stays broken is told of after ${await timed(() => breakFor(visitor))}`);
  await checkSum(await (await download(visitor)).path(), wanted);
  say('the next try saves the file as it was');
} finally {
  await browser.close();
  await line.close();
  home.remove();
  await server.remove();
}

async function timed(work: () => Promise<unknown>): Promise<string> {
  const from = performance.now();
  await work();
  return `${((performance.now() - from) / 1000).toFixed(0)} s`;
}

async function cutOften(cut: () => void): Promise<void> {
  const before = line.cuts;
  for (let count = 1; count <= cuts; count++) {
    cut();
    await until(`cut ${count}`, () => line.cuts === before + count);
  }
}

async function breakFor(page: Page): Promise<void> {
  const before = line.cuts;
  line.cutAnswerAfter(bytes / 2);
  const broken = await download(page);
  await until('the line is cut', () => line.cuts > before);
  isDown = true;
  line.breakAll();
  await page.getByText(/^The download stopped/).waitFor({ timeout: patienceMs });
  if ((await broken.failure()) === null) throw new Error('A part was saved as if it were whole.');
  isDown = false;
}
