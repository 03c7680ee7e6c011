import 'server-only';
import fs from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { BadConfiguration } from '@/lib/server/config';
import { asText, type Sqlite } from '../sqlite';

export type PingvinSetting = (category: string, name: string) => string | null;

/** A category in `config.yaml` replaces the whole category in the database. */
export function readPingvinConfig(db: Sqlite, config: string | null, folder: string): PingvinSetting {
  const beside = path.join(folder, 'config.yaml');
  const file = config ?? (fs.existsSync(beside) ? beside : null);
  const yaml = file === null ? {} : readYaml(file);
  return (category, name) => {
    const inFile = yaml[category];
    if (isObject(inFile)) return inFile[name] == null ? null : String(inFile[name]) || null;
    const [row] = db.all('SELECT value, defaultValue FROM Config WHERE category = ? AND name = ?', [
      category,
      name,
    ]);
    return asText(row?.value) || asText(row?.defaultValue) || null;
  };
}

type YamlObject = Record<string, unknown>;

const isObject = (value: unknown): value is YamlObject => typeof value === 'object' && value !== null;

function readYaml(file: string): YamlObject {
  try {
    const tree: unknown = parse(fs.readFileSync(file, 'utf8'));
    return isObject(tree) ? tree : {};
  } catch (error) {
    // The error's message quotes the line, which may contain a key.
    const { linePos } = error as { linePos?: [{ line: number }] };
    throw new BadConfiguration(`${file} is no YAML${linePos ? `: see line ${linePos[0].line}` : ''}.`);
  }
}
