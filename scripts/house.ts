// `npm run house`: measures the sources and the documentation, and prints a table to look at.
import fs from 'node:fs';
import path from 'node:path';
import { inCircles, loadedBy, readSources } from './lib/sources';

const root = path.resolve(import.meta.dirname, '..');
const sources = readSources(root);
const all = [...sources.values()];

/** Where a request begins to be about its own call; what runs before is the same for all. */
const paths = {
  PATCH: 'lib/server/transfer/tus/patch.ts',
  download: 'lib/server/transfer/download/serve-file.ts',
};
const moving = /^lib\/server\/(transfer|storage)\//;

const row = (what: string, value: string | number) => process.stdout.write(`${what.padEnd(58)} ${value}\n`);
const spread = (numbers: number[]) => {
  const sorted = numbers.toSorted((a, b) => a - b);
  const at = (part: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))];
  return `${at(0.5)} / ${at(0.9)} / ${sorted.at(-1)}`;
};
const count = (pattern: RegExp) => all.reduce((sum, { text }) => sum + (text.match(pattern)?.length ?? 0), 0);

row('files', all.length);
row(
  'lines',
  all.reduce((sum, { lines }) => sum + lines, 0),
);
row('lines of a file, median / p90 / max', spread(all.map(({ lines }) => lines)));
row('files under 25 lines, %', Math.round((100 * all.filter(({ lines }) => lines < 25).length) / all.length));
row('lines of a function, median / p90 / max', spread(all.flatMap(({ functions }) => functions)));
row(
  'any, ignores, TODO',
  [/(?:: |as |<)any(?=[;,)>\]]| [=|&])/g, /biome-ignore|@ts-(?:ignore|expect-error)/g, /TODO|FIXME/g]
    .map(count)
    .join(', '),
);
row('folders of more than 20 files', fullFolders().length);
for (const folder of fullFolders()) row(`  ${folder.name}`, folder.files);
for (const [call, entry] of Object.entries(paths)) {
  const loaded = loadedBy(entry, sources);
  row(
    `files that a ${call} loads, of transfer and storage / of all`,
    `${loaded.filter((file) => moving.test(file)).length} / ${loaded.length}`,
  );
}
row('words of documentation', words());
const circles = inCircles(sources);
row('files in circles of imports', circles.length);
for (const file of circles) row(`  ${file}`, '');

function fullFolders(): { name: string; files: number }[] {
  const counts = new Map<string, number>();
  for (const { file } of all) {
    const folder = path.dirname(file);
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  return [...counts].filter(([, files]) => files > 20).map(([name, files]) => ({ name, files }));
}

function words(): number {
  const docs = fs
    .readdirSync(path.join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .map((file) => `docs/${file}`);
  const pages = [...docs, 'README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', 'SECURITY.md'];
  return pages
    .filter((file) => file.endsWith('.md') && fs.existsSync(path.join(root, file)))
    .reduce((sum, file) => sum + wordsIn(fs.readFileSync(path.join(root, file), 'utf8')), 0);
}

/** Punctuation alone, such as the lines of a table, is none. */
function wordsIn(text: string): number {
  return text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
}
