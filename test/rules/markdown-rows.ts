import fs from 'node:fs';
import path from 'node:path';

export function markdownRows(file: string): string[][] {
  const lines = fs.readFileSync(file, 'utf8').split('\n');
  return lines
    .filter((line, index) => line.startsWith('| ') && !isRule(line) && !isRule(lines[index + 1] ?? ''))
    .map((line) => line.split(' | ').map((cell) => cell.replace(/^\| | \|$/g, '').trim()));
}

const isRule = (line: string) => /^\|[ :|-]+\|$/.test(line);

export function testSources(dirs: readonly string[]): Map<string, string> {
  const files = dirs
    .flatMap((dir) =>
      fs.readdirSync(dir, { recursive: true, encoding: 'utf8' }).map((name) => path.join(dir, name)),
    )
    .filter((name) => /\.(test|spec)\.tsx?$/.test(name));
  return new Map(files.map((name) => [name, fs.readFileSync(name, 'utf8')]));
}

export const hasTest = (source: string, name: string): boolean =>
  ["'", '`'].some((quote) => source.includes(`${quote}${name}${quote}`));
