import path from 'node:path';
import { BadConfiguration, operatorMessage, parseConfig } from '@/lib/server/config';

type Elsewhere = 'DATABASE_URL' | 'STORAGE';

/** @param refused settings that lead out of DATA_DIR, and that the tool can't work with */
export async function runOwn(
  usage: string,
  refused: readonly Elsewhere[],
  tool: () => Promise<boolean>,
): Promise<never> {
  try {
    checkOwn(refused);
    process.exit((await tool()) ? 0 : 1);
  } catch (error) {
    process.stderr.write(`\n${operatorMessage(error)}\n${error instanceof Misused ? `${usage}\n` : ''}`);
    process.exit(2);
  }
}

class Misused extends BadConfiguration {}

/** @param flags that the tool knows: one that it ignored would promise what it doesn't do */
export function onlyFile(flags: readonly string[] = []): string {
  const words = process.argv.slice(2);
  const unknown = words.find((word) => word.startsWith('-') && !flags.includes(word));
  if (unknown !== undefined) throw new Misused(`There is no ${unknown}.`);
  const files = words.filter((word) => !word.startsWith('-'));
  const [file] = files;
  if (files.length !== 1 || !file) throw new Misused('Name one file.');
  return path.resolve(process.env.INIT_CWD ?? process.cwd(), file);
}

function checkOwn(refused: readonly Elsewhere[]): void {
  const { DATABASE_URL, STORAGE } = parseConfig(process.env);
  const parts = [
    ...(DATABASE_URL && refused.includes('DATABASE_URL')
      ? ['the database of DATABASE_URL (pg_dump and pg_restore)']
      : []),
    ...(STORAGE === 's3' ? ['the bucket (its own versioning or replication)'] : []),
  ];
  if (parts.length === 0) return;
  throw new BadConfiguration(
    `This is for installations with everything in DATA_DIR. Here you back up ${parts.join(' and ')} yourself,
in the order that docs/operate/backup.md gives under "With your own database or a bucket".`,
  );
}
