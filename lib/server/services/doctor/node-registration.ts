import 'server-only';
import { createHash } from 'node:crypto';
import type { Finding } from '@/lib/contract/admin/doctor';
import type { Config } from '@/lib/server/config';
import type { Context } from '@/lib/server/context';
import { finding } from './finding';

const prefix = 'node ';
const aliveMs = 120_000;

/** Settings that must be the same on all nodes; secrets only as hashes. */
function nodeConfig(config: Config) {
  const { VERSION, BUILD_ID, BASE_URL, STORAGE, AUTH_SECRET = '' } = config;
  const place = [config.S3_ENDPOINT, config.S3_BUCKET, config.S3_PREFIX].join(' ');
  return {
    version: `${VERSION} ${BUILD_ID}`,
    BASE_URL,
    STORAGE: STORAGE === 's3' ? `s3 ${place}` : STORAGE,
    AUTH_SECRET: createHash('sha256').update(`node card ${AUTH_SECRET}`).digest('hex').slice(0, 16),
  };
}

export async function registerNode({ db, config }: Context, node: string): Promise<void> {
  const key = `${prefix}${node}`;
  const [value, updatedAt] = [nodeConfig(config), new Date()];
  await db.setting.upsert({
    where: { key },
    create: { key, value, updatedAt },
    update: { value, updatedAt },
  });
  await db.$executeRaw`
    DELETE FROM "Setting" WHERE "key" LIKE ${`${prefix}%`} AND "updatedAt" < now() - interval '1 hour'`;
}

export async function unregisterNode({ db }: Context, node: string): Promise<void> {
  await db.setting.deleteMany({ where: { key: `${prefix}${node}` } });
}

export async function checkNodes({ db }: Context): Promise<Finding> {
  const since = new Date(Date.now() - aliveMs);
  const rows = await db.setting.findMany({
    where: { key: { startsWith: prefix }, updatedAt: { gt: since } },
  });
  const nodes = rows.map(({ value }) => Object(value) as Partial<ReturnType<typeof nodeConfig>>);
  const names = ['version', 'BASE_URL', 'STORAGE', 'AUTH_SECRET'] as const;
  const apart = names.filter((name) => new Set(nodes.map((node) => node[name])).size > 1);
  if (apart.length > 0)
    return finding('nodes', 'failure', 'apart', { names: apart.join(', '), count: rows.length });
  return finding('nodes', 'fine', 'fine', { count: Math.max(1, rows.length) });
}
