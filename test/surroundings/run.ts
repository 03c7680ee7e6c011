// `npm run test:surroundings -- [--short] [--only WORDS] FAMILY …`: runs the built product in other environments and
// walks one path over HTTP. `--short` takes the lines that differ most, `--only` those with these words, `--report`
// names a file for the counts.
import fs from 'node:fs';
import { parseArgs } from 'node:util';
import { ensureBuilt } from '@/scripts/lib/build.mjs';
import { MailSink } from '@/testing/network/mail-sink';
import { family as databases } from './databases';
import { inNetwork, isInside, loopback } from './lib/in-network';
import type { Family, Line, LineTools } from './lib/line';
import type { StartedServer } from './lib/started';
import { makeTemplate, oneLine, tryLine } from './lib/try-line';
import { family as networks } from './networks';
import { family as nodes } from './nodes';
import { family as places } from './places';
import { family as words } from './words';
import { family as zones } from './zones';

const families: Record<string, Family> = { zones, words, databases, places, networks, nodes };
/** Runs two lines at once, because each often waits for a disk or a process. */
const atOnce = 2;
const counts = { passed: 0, failed: 0, skipped: 0 };
const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

const options = {
  short: { type: 'boolean' },
  only: { type: 'string' },
  report: { type: 'string' },
} as const;
const { values, positionals: names } = parseArgs({ options, allowPositionals: true });
const unknown = names.filter((name) => !families[name]);
if (unknown.length > 0) {
  say(`There is no ${unknown.join(', ')}. There is: ${Object.keys(families).join(', ')}.`);
  process.exit(2);
}
await ensureBuilt();
const began = performance.now();
const mails = await MailSink.open(undefined, { host: loopback });
const made: Promise<StartedServer>[] = [];
const template = async () => {
  if (made.length === 0) made.push(makeTemplate());
  return (await Promise.all(made))[0]?.dataDir ?? '';
};
const wanted = Object.entries(families).filter(([name]) => names.length === 0 || names.includes(name));
// A line or two of each fill no time by themselves.
const walker = async () => {
  for (let next = wanted.shift(); next; next = wanted.shift()) await runFamily(...next);
};
await Promise.all(Array.from({ length: values.short ? atOnce : 1 }, walker));
for (const server of made) await (await server).remove();
await mails.close();
if (!isInside) {
  const seconds = Math.round((performance.now() - began) / 1000);
  say(`\n${counts.passed} ok, ${counts.failed} failed, ${counts.skipped} skipped, ${seconds} s`);
}
if (values.report) fs.writeFileSync(values.report, JSON.stringify(counts));
process.exit(counts.failed > 0 ? 1 : 0);

async function runFamily(name: string, { about, lines, close }: Family): Promise<void> {
  const waiting = (await lines(values.short === true)).filter(isChosen);
  let heading = waiting.length > 0 && !isInside ? `\n${name}: ${about}` : null;
  const tell = (line: string) => {
    if (heading !== null) say(heading);
    heading = null;
    say(line);
  };
  const worker = async () => {
    for (let line = waiting.shift(); line; line = waiting.shift()) await runLine(name, line, tell);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  await close?.();
}

function isChosen({ name, isShort }: Line): boolean {
  return (!values.short || isShort === true) && name.includes(values.only ?? '');
}

async function runLine(family: string, line: Line, tell: (text: string) => void): Promise<void> {
  if (line.skipped) {
    counts.skipped++;
    tell(`–  ${line.name}: not possible here: ${line.skipped}`);
    return;
  }
  const start = performance.now();
  const tools: LineTools = { mails, template };
  const running = line.network && !isInside ? inNetwork(family, line) : tryLine(line, tools);
  const [mark, seen] = await running.then(
    (text) => ['ok', text] as const,
    (error: unknown) => ['FAILED', oneLine(error)] as const,
  );
  counts[mark === 'ok' ? 'passed' : 'failed']++;
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  tell(isInside ? seen : `${mark}  ${line.name}: ${seen} (${seconds} s)`);
}
