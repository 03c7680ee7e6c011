import { PrismaPg } from '@prisma/adapter-pg';
import { Connection } from '@/lib/server/db/connection';
import { PrismaClient } from '@/lib/server/db/generated/client';
import { newId } from '@/lib/server/ids';
import { administer, templateName } from './template-database';

export type OwnDatabase = { db: PrismaClient; url: string; remove: () => Promise<void> };

export async function emptyDatabase(): Promise<Omit<OwnDatabase, 'db'>> {
  const name = `empty_${newId().toLowerCase()}`;
  const server = process.env.DATABASE_URL ?? '';
  const url = new URL(server);
  url.pathname = `/${name}`;
  await administer(server, `CREATE DATABASE ${name}`);
  return { url: url.href, remove: () => administer(server, `DROP DATABASE ${name} WITH (FORCE)`) };
}

/** Creates a migrated database without rows, for tests about all accounts. @param zone time zone of its sessions */
export async function ownDatabase({ zone }: { zone?: string } = {}): Promise<OwnDatabase> {
  const name = `own_${newId().toLowerCase()}`;
  const server = process.env.DATABASE_URL ?? '';
  const url = new URL(server);
  await administer(server, `CREATE DATABASE ${name} TEMPLATE ${templateName}`);
  if (zone) await administer(server, `ALTER DATABASE ${name} SET timezone TO '${zone}'`);
  url.pathname = `/${name}`;
  const db = new PrismaClient({
    adapter: new PrismaPg({ connectionString: url.href, max: 24, Client: Connection }),
  });
  return {
    db,
    url: url.href,
    remove: async () => {
      await db.$disconnect();
      await administer(server, `DROP DATABASE ${name} WITH (FORCE)`);
    },
  };
}
