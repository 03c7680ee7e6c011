import 'server-only';
import { createHash } from 'node:crypto';
import os from 'node:os';
import type { Finding } from '@/lib/contract/admin/doctor';
import type { Config } from '@/lib/server/config';
import type { Context } from '@/lib/server/context';
import { clockOffset } from '@/lib/server/present-time';
import { finding } from './finding';

const prefix = 'node ';
const toleratedMs = 2_000;

/** Settings and version that must be the same on all nodes; secrets only as hashes. */
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
  const card = { ...nodeConfig(config), host: os.hostname(), clockMs: -clockOffset() };
  await db.$executeRaw`
    INSERT INTO "Setting" ("key", "value", "updatedAt") VALUES (${`${prefix}${node}`}, ${card}, now())
    ON CONFLICT ("key") DO UPDATE SET "value" = excluded."value", "updatedAt" = now()`;
  await db.$executeRaw`
    DELETE FROM "Setting" WHERE "key" LIKE ${`${prefix}%`} AND "updatedAt" < now() - interval '1 hour'`;
}

/** Of the node that was seen last; null where none has run within the last hour. */
export async function addressOfNode({ db }: Pick<Context, 'db'>): Promise<string | null> {
  const row = await db.setting.findFirst({
    where: { key: { startsWith: prefix } },
    orderBy: { updatedAt: 'desc' },
  });
  return (Object(row?.value) as Partial<ReturnType<typeof nodeConfig>>).BASE_URL ?? null;
}

export async function unregisterNode({ db }: Context, node: string): Promise<void> {
  await db.setting.deleteMany({ where: { key: `${prefix}${node}` } });
}

type NodeCard = ReturnType<typeof nodeConfig> & { host: string; clockMs: number };

/** Lists the nodes that live; of older versions, without the newer fields. */
async function livingNodes({ db }: Pick<Context, 'db'>): Promise<Partial<NodeCard>[]> {
  const rows = await db.$queryRaw<{ value: Partial<NodeCard> }[]>`
    SELECT "value" FROM "Setting"
    WHERE "key" LIKE ${`${prefix}%`} AND "updatedAt" > now() - interval '2 minutes' ORDER BY "key"`;
  return rows.map(({ value }) => value);
}

/** Lists nodes whose clocks are apart from the database's, as "web-1 (+300.0 s)". */
export async function nodesApart(ctx: Pick<Context, 'db'>): Promise<string> {
  const nodes = await livingNodes(ctx);
  return nodes
    .filter(({ clockMs = 0 }) => Math.abs(clockMs) > toleratedMs)
    .map(({ host, clockMs = 0 }) => `${host} (${clockMs > 0 ? '+' : ''}${(clockMs / 1000).toFixed(1)} s)`)
    .join(', ');
}

export async function checkNodes(ctx: Context): Promise<Finding> {
  const nodes = await livingNodes(ctx);
  const names = ['version', 'BASE_URL', 'STORAGE', 'AUTH_SECRET'] as const;
  const apart = names.filter((name) => new Set(nodes.map((node) => node[name])).size > 1);
  if (apart.length > 0)
    return finding('nodes', 'failure', 'apart', { names: apart.join(', '), count: nodes.length });
  return finding('nodes', 'fine', 'fine', { count: Math.max(1, nodes.length) });
}
