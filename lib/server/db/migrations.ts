import 'server-only';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { Prisma } from './generated/client';

export const migrationsFolder = (root: string): string => path.join(root, 'prisma/migrations');

export async function knownMigrations(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  return entries.flatMap((entry) => (entry.isDirectory() ? [entry.name] : [])).sort();
}

/** Leaves out migrations that failed or were rolled back. */
export const appliedMigrations = Prisma.sql`
  SELECT migration_name AS "name" FROM _prisma_migrations
  WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL ORDER BY 1`;
