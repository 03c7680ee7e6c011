import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
import { migrate } from '@/lib/server/boot/migrate';
import { newId } from '@/lib/server/container';
import { Connection } from '@/lib/server/db/connection';
import { PrismaClient } from '@/lib/server/db/generated/client';

type OwnDatabase = { db: PrismaClient; url: string; remove: () => Promise<void> };

/** A database without any row, for tests about all accounts together. @param zone that of its sessions, as it says itself */
export async function ownDatabase({ zone }: { zone?: string } = {}): Promise<OwnDatabase> {
  const name = `own_${newId().toLowerCase()}`;
  const url = new URL(process.env.DATABASE_URL ?? '');
  await administer(`CREATE DATABASE ${name}`);
  if (zone) await administer(`ALTER DATABASE ${name} SET timezone TO '${zone}'`);
  url.pathname = `/${name}`;
  await migrate(url.href, 'prisma/migrations');
  const db = new PrismaClient({
    adapter: new PrismaPg({ connectionString: url.href, max: 24, Client: Connection }),
  });
  return {
    db,
    url: url.href,
    remove: async () => {
      await db.$disconnect();
      await administer(`DROP DATABASE ${name} WITH (FORCE)`);
    },
  };
}

async function administer(sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: process.env.DATABASE_URL });
  await client.connect();
  await client.query(sql);
  await client.end();
}
