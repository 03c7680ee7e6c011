import { type BucketProblem, openSourceBucket, type SourceBucket } from '../source-bucket';
import { asText, type Sqlite } from '../sqlite';
import 'server-only';
import fs from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { BadConfiguration } from '@/lib/server/config';

export type PingvinInstallation = {
  db: Sqlite;
  folder: string;
  now: Date;
  /** Opened at the first share that is in it. */
  bucket: () => Promise<PingvinBucket | BucketProblem>;
};

type PingvinBucket = { bucket: SourceBucket; folderOf: (shareId: string) => string };

export async function openPingvinBucket(setting: PingvinSetting): Promise<PingvinBucket | BucketProblem> {
  const s3 = (name: string) => setting('s3', name);
  const bucket = await openSourceBucket({
    endpoint: s3('endpoint'),
    region: s3('region'),
    bucket: s3('bucketName'),
    accessKey: s3('key'),
    secretKey: s3('secret'),
  });
  if ('problem' in bucket) return bucket;
  const above = s3('bucketPath');
  return { bucket, folderOf: (shareId) => `${above ? `${above}/` : ''}${shareId}/` };
}

type PingvinSetting = (category: string, name: string) => string | null;

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
