import 'server-only';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { Prisma } from './generated/client';

export const migrationsFolder = (root: string): string => path.join(root, 'prisma/migrations');

/** The migrations that a program brings along, by name and so from the first to the last. */
export async function knownMigrations(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  return entries.flatMap((entry) => (entry.isDirectory() ? [entry.name] : [])).sort();
}

/** Asks a database which migrations it has. One that failed, or was taken back, isn't there. */
export const appliedMigrations = Prisma.sql`
  SELECT migration_name AS "name" FROM _prisma_migrations
  WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL ORDER BY 1`;
