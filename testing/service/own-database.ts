import { PrismaPg } from '@prisma/adapter-pg';
import { newId } from '@/lib/server/container';
import { Connection } from '@/lib/server/db/connection';
import { PrismaClient } from '@/lib/server/db/generated/client';
import { administer, templateName } from './template-database';

type OwnDatabase = { db: PrismaClient; url: string; remove: () => Promise<void> };

/** A database without any table, for what another product keeps. */
export async function emptyDatabase(): Promise<Omit<OwnDatabase, 'db'>> {
  const name = `empty_${newId().toLowerCase()}`;
  const server = process.env.DATABASE_URL ?? '';
  const url = new URL(server);
  url.pathname = `/${name}`;
  await administer(server, `CREATE DATABASE ${name}`);
  return { url: url.href, remove: () => administer(server, `DROP DATABASE ${name} WITH (FORCE)`) };
}

/** A database without any row, for tests about all accounts together. @param zone that of its sessions, as it says itself */
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
