import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
import { PrismaClient } from '@/lib/server/db/generated/client';
import { ownDatabase } from '@/testing/service/own-database';

type SentStatement = { query: string; params: string };
type Scan = { table: string; rows: number };

/** Like the product's own connections. */
const statement_timeout = 10_000;

/** A database for a test: `sent` records the product's statements, `bare` bypasses that. */
export async function watchedDatabase() {
  const own = await ownDatabase();
  const sent: SentStatement[] = [];
  const adapter = new PrismaPg({ connectionString: own.url, max: 16, statement_timeout });
  const listening = new PrismaClient({ adapter, log: [{ emit: 'event', level: 'query' }] });
  listening.$on('query', (event) => sent.push(event));
  const bare = new pg.Client({ connectionString: own.url });
  await bare.connect();
  const plansOf = async (read: () => Promise<unknown>): Promise<PlanNode[]> => {
    sent.length = 0;
    await read();
    const plans: PlanNode[] = [];
    for (const one of sent) {
      const plan = await planOf(bare, one);
      if (plan) plans.push(plan);
    }
    return plans;
  };
  return {
    db: listening as PrismaClient,
    url: own.url,
    bare,
    sent,
    /** Gives the planner the worst statistics: tables that seem empty but have pages. */
    seemEmpty: (...tables: string[]) =>
      bare.query(
        `UPDATE pg_class SET reltuples = 0, relpages = 1, reloptions = '{autovacuum_enabled=off}'
         WHERE relname = ANY ($1)`,
        [tables],
      ),
    /** Tables that `read` scans completely, with the number of rows. */
    scansOf: async (read: () => Promise<unknown>): Promise<Scan[]> => (await plansOf(read)).flatMap(scansIn),
    /** How many blocks of tables and indexes `read` looks at, in memory or not. */
    blocksOf: async (read: () => Promise<unknown>): Promise<number> =>
      (await plansOf(read)).reduce(
        (sum, plan) => sum + (plan['Shared Hit Blocks'] ?? 0) + (plan['Shared Read Blocks'] ?? 0),
        0,
      ),
    remove: async () => {
      await bare.end();
      await listening.$disconnect();
      await own.remove();
    },
  };
}

async function planOf(bare: pg.Client, { query, params }: SentStatement): Promise<PlanNode | null> {
  if (!query.trim().startsWith('SELECT')) return null;
  const { rows } = await bare.query(
    `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${query}`,
    JSON.parse(params) as unknown[],
  );
  return rows[0]['QUERY PLAN'][0].Plan;
}

function scansIn(plan: PlanNode): Scan[] {
  const seen =
    ((plan['Actual Rows'] ?? 0) + (plan['Rows Removed by Filter'] ?? 0)) * (plan['Actual Loops'] ?? 0);
  const own = plan['Node Type'] === 'Seq Scan' ? [{ table: plan['Relation Name'] ?? '', rows: seen }] : [];
  return [...own, ...(plan.Plans ?? []).flatMap(scansIn)];
}

type PlanNode = {
  'Node Type': string;
  'Relation Name'?: string;
  'Actual Rows'?: number;
  'Actual Loops'?: number;
  'Rows Removed by Filter'?: number;
  'Shared Hit Blocks'?: number;
  'Shared Read Blocks'?: number;
  Plans?: PlanNode[];
};
