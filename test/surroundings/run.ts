// `npm run test:surroundings -- FAMILY …`: starts the built product in other surroundings, a line each, and walks one path
// over HTTP: sign in, upload with a break, publish, search, mail, open, range, archive, stop, start again, remove.
import setupBuild from '@/e2e/build';
import { MailSink } from '@/test/mail-sink';
import { bring, endOf, visit } from './lib/journey';
import type { Family, Line } from './lib/line';
import { Started } from './lib/started';
import { family as places } from './places';
import { family as words } from './words';
import { family as zones } from './zones';

const families: Record<string, Family> = { zones, words, places };
const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

const oneLine = (error: unknown): string =>
  String((error as Error).message ?? error).replaceAll(/\s*\n\s*/g, ' | ');

/** @returns what was seen */
async function tryLine(
  { refused, before, between, later, ...around }: Line,
  mails: MailSink,
): Promise<string> {
  const server = new Started(around, { SMTP_URL: mails.url, MAIL_FROM: 'slipway@example.org' });
  try {
    before?.(server);
    if (refused) return await refusalOf(server, refused);
    await server.start();
    const published = await bring(server, mails);
    await visit(server, published);
    await server.stop();
    between?.(server);
    await server.start(later);
    await visit(server, published);
    await endOf(server, published);
    return 'the whole path, twice started, the same instants';
  } finally {
    await server.remove();
  }
}

async function refusalOf(server: Started, words: string): Promise<string> {
  const sentence = await server.start().then(() => null, oneLine);
  if (sentence === null) throw new Error('It started.');
  if (!sentence.includes(words) || /\| at /.test(sentence)) throw new Error(sentence);
  return `refused: ${sentence}`;
}

const names = process.argv.slice(2);
const unknown = names.filter((name) => !families[name]);
if (unknown.length > 0) {
  say(`There is no ${unknown.join(', ')}. There is: ${Object.keys(families).join(', ')}.`);
  process.exit(2);
}
await setupBuild();
const mails = await MailSink.open();
const counts = { seen: 0, failed: 0, skipped: 0 };
for (const [name, { about, lines }] of Object.entries(families)) {
  if (names.length > 0 && !names.includes(name)) continue;
  say(`\n${name}: ${about}`);
  for (const line of lines()) {
    if (line.skipped) {
      counts.skipped++;
      say(`–  ${line.name}: not possible here: ${line.skipped}`);
      continue;
    }
    const began = performance.now();
    const [mark, seen] = await tryLine(line, mails).then(
      (text) => ['✓', text] as const,
      (error: unknown) => ['✗', oneLine(error)] as const,
    );
    counts[mark === '✓' ? 'seen' : 'failed']++;
    say(`${mark}  ${line.name}: ${seen} (${((performance.now() - began) / 1000).toFixed(1)} s)`);
  }
}
await mails.close();
say(`\n${counts.seen} seen, ${counts.failed} failed, ${counts.skipped} skipped`);
process.exit(counts.failed > 0 ? 1 : 0);
