import 'server-only';
import fs from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { BadConfiguration } from '@/lib/server/config';
import { type Sqlite, text } from '../sqlite';

/** A setting by its category and name; null where it is neither set nor has a default. */
export type Setting = (category: string, name: string) => string | null;

/** Its settings are rows; a category that its `config.yaml` holds comes from there alone. */
export function readPingvinConfig(db: Sqlite, config: string | null, folder: string): Setting {
  const beside = path.join(folder, 'config.yaml');
  const file = config ?? (fs.existsSync(beside) ? beside : null);
  const written = file === null ? {} : readYaml(file);
  return (category, name) => {
    const inFile = written[category];
    if (isObject(inFile)) return inFile[name] == null ? null : String(inFile[name]) || null;
    const [row] = db.all('SELECT value, defaultValue FROM Config WHERE category = ? AND name = ?', [
      category,
      name,
    ]);
    return text(row?.value) || text(row?.defaultValue) || null;
  };
}

type Tree = Record<string, unknown>;

const isObject = (value: unknown): value is Tree => typeof value === 'object' && value !== null;

function readYaml(file: string): Tree {
  try {
    const tree: unknown = parse(fs.readFileSync(file, 'utf8'));
    return isObject(tree) ? tree : {};
  } catch (error) {
    // Its message quotes the line, which may hold a key.
    const { linePos } = error as { linePos?: [{ line: number }] };
    throw new BadConfiguration(`${file} is no YAML${linePos ? `: see line ${linePos[0].line}` : ''}.`);
  }
}
