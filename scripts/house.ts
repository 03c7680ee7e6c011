// `npm run house`: measures the sources, the documentation and four requests, beside models of the field.
import fs from 'node:fs';
import path from 'node:path';
import { type ExecutedFile, executedByRequests } from './lib/executed';
import { featureSizes, namedElsewhere, readCommits } from './lib/features';
import { inCircles, mutualFolders, readSources, type Source } from './lib/sources';
import { docComments, isLong, opensWithQuestion, repeatedTypes } from './lib/words';

const root = path.resolve(import.meta.dirname, '..');
const sources = readSources(root);
const all = [...sources.values()];

const models = {
  'openstatus services': { files: 217, lines: 22_000, file: '70/203/936', small: 15, function: '23/75/475' },
  'tus-node-server': { files: 37, lines: 4_000, file: '54/270/862', small: 24, function: '7/36/157' },
  'epic-stack': { files: 124, lines: 11_800, file: '62/243/371', small: 28, function: '13/57/239' },
  documenso: { files: 562, lines: 90_000, file: '129/322/1110', small: 8, function: '13/97/1062' },
  'pingvin-x': { files: 235, lines: 21_500, file: '44/257/653', small: 34, function: '10/56/403' },
};

const say = (line = '') => process.stdout.write(`${line}\n`);
const row = (label: string, value: string | number) => say(`${label.padEnd(52)} ${value}`);

const comments = docComments(all);
const repeated = repeatedTypes(all);
const ours = {
  files: all.length,
  lines: all.reduce((sum, { lines }) => sum + lines, 0),
  file: spread(all.map(({ lines }) => lines)),
  small: partUnder25(all),
  function: spread(all.flatMap(({ functions }) => functions)),
};

say(`${''.padEnd(22)}  files   lines  file median/p90/max  under 25 lines  function median/p90/max`);
for (const [name, { files, lines, file, small, function: functions }] of Object.entries({
  Slipway: ours,
  ...models,
}))
  say(
    `${name.padEnd(22)}${String(files).padStart(7)}${String(lines).padStart(8)}  ${file.padEnd(19)}  ${`${small} %`.padEnd(14)}  ${functions}`,
  );
say();
row('files under 25 lines but Next’s own: routes, pages, layouts', `${partUnder25(all.filter(isOurForm))} %`);
row('any, ignores, TODO', looseEnds());
row('type names declared more than once', repeated.size);
for (const [name, files] of repeated) row(`  ${name}`, files.join(' '));
row('doc comments', comments.length);
row('  that open with a question word', comments.filter(opensWithQuestion).length);
row('  of more than 40 words', comments.filter(isLong).length);
row('folders of more than 20 files', fullFolders().length);
for (const { name, files } of fullFolders()) row(`  ${name}`, files);
row('files in circles of imports', inCircles(sources).length);
row('folders that import each other', mutualFolders(sources).length);
row(
  'migrations',
  fs.readdirSync(path.join(root, 'prisma/migrations')).filter((name) => /^\d/.test(name)).length,
);
row('words of documentation', words());

const isListed = process.argv.includes('--files');
const sizes = featureSizes(readCommits(root));
const [half = 0, most = 0] = [sizes[sizes.length >> 1], sizes[Math.floor(sizes.length * 0.9)]];
row(
  'files of a commit that adds words or a call',
  `${half} (median of the last ${sizes.length}), ${most} (p90)`,
);
say('files that name a feature and aren’t its own; of these in the core');
for (const { name, files, inCore } of namedElsewhere(all)) {
  row(`  ${name}`, `${files.length}; ${inCore.length}`);
  if (isListed) for (const file of files) say(`    ${file}`);
}
say();

for (const [request, files] of Object.entries(await executedByRequests())) {
  row(`${request}: files, functions executed`, `${files.length}, ${functionsIn(files)}`);
  if (isListed) for (const { file, functions } of files) say(`  ${file}  ${functions.join(', ')}`);
}
process.exit();

function functionsIn(files: ExecutedFile[]): number {
  return files.reduce((sum, { functions }) => sum + functions.length, 0);
}

function spread(numbers: number[]): string {
  const sorted = numbers.toSorted((a, b) => a - b);
  const at = (part: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))];
  return `${at(0.5)}/${at(0.9)}/${sorted.at(-1)}`;
}

function partUnder25(files: readonly Source[]): number {
  return Math.round((100 * files.filter(({ lines }) => lines < 25).length) / files.length);
}

/** False of the files whose name and place Next prescribes. */
function isOurForm({ file }: Source): boolean {
  return !/^app\/(?:.*\/)?(?:route|page|layout|loading|error|global-error|not-found)\.tsx?$/.test(file);
}

function looseEnds(): string {
  const patterns = [
    /(?:: |as |<)any(?=[;,)>\]]| [=|&])/g,
    /biome-ignore|@ts-(?:ignore|expect-error)/g,
    /TODO|FIXME/g,
  ];
  return patterns
    .map((pattern) => all.reduce((sum, { text }) => sum + (text.match(pattern)?.length ?? 0), 0))
    .join(', ');
}

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

function wordsIn(text: string): number {
  return text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
}
