import fs from 'node:fs';
import path from 'node:path';
import type { Figures } from './program';

const folder = path.resolve(import.meta.dirname, '../results');

export function formatFigures(figures: Figures): string {
  const width = Math.max(0, ...Object.keys(figures).map((name) => name.length));
  return Object.entries(figures)
    .map(([name, value]) => `  ${name.padEnd(width)}  ${value}\n`)
    .join('');
}

export function saveFigures(name: string, figures: Figures): void {
  fs.mkdirSync(folder, { recursive: true });
  const result = { name, date: new Date().toISOString().slice(0, 10), figures };
  fs.writeFileSync(path.join(folder, `${name}.json`), `${JSON.stringify(result, null, 2)}\n`);
}
