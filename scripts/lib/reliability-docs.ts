import fs from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '../..');
const results = path.join(root, 'test/faults/results');
const page = path.join(root, 'docs/reliability.md');

type Result = { name: string; date: string; figures: Record<string, number | string> };

const begin = '<!-- figures: written by npm run docs:reliability -->';
const end = '<!-- end of figures -->';

function resultsOnDisk(): Result[] {
  return fs
    .readdirSync(results)
    .filter((file) => file.endsWith('.json'))
    .sort()
    .map((file) => JSON.parse(fs.readFileSync(path.join(results, file), 'utf8')) as Result);
}

const inThousands = (value: number | string): string =>
  typeof value === 'number' ? value.toLocaleString('en-US') : value;

/** One table for each program that has been run, with the day of the run. */
function figures(): string {
  return resultsOnDisk()
    .map(({ name, date, figures }) => {
      const rows = Object.entries(figures).map(([what, value]) => `| ${what} | ${inThousands(value)} |`);
      return [`### ${name}, ${date}`, '', '| figure | value |', '| --- | ---: |', ...rows].join('\n');
    })
    .join('\n\n');
}

/** docs/reliability.md as it should be: its words as they stand, its figures from what was run. */
export function reliabilityPage(): string {
  const text = fs.readFileSync(page, 'utf8');
  const [before, rest = ''] = text.split(begin);
  const [, after = ''] = rest.split(end);
  return `${before}${begin}\n\n${figures()}\n\n${end}${after}`;
}

/** Every program must be told of on the page. @returns those that aren't */
export function untold(): string[] {
  const text = fs.readFileSync(page, 'utf8');
  return fs
    .readdirSync(path.join(root, 'test/faults'))
    .filter((file) => file.endsWith('.ts') && file !== 'run.ts')
    .map((file) => file.replace(/\.ts$/, ''))
    .filter((name) => !new RegExp(`^\\| \`${name}\` +\\|`, 'm').test(text));
}
