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
    scansOf: async (read: () => Promise<unknown>): Promise<Scan[]> => {
      sent.length = 0;
      await read();
      const found: Scan[] = [];
      for (const one of sent) found.push(...(await scans(bare, one)));
      return found;
    },
    remove: async () => {
      await bare.end();
      await listening.$disconnect();
      await own.remove();
    },
  };
}

async function scans(bare: pg.Client, { query, params }: SentStatement): Promise<Scan[]> {
  if (!query.trim().startsWith('SELECT')) return [];
  const { rows } = await bare.query(`EXPLAIN (ANALYZE, FORMAT JSON) ${query}`, JSON.parse(params));
  const found: Scan[] = [];
  const visit = (node: PlanNode) => {
    const seen =
      ((node['Actual Rows'] ?? 0) + (node['Rows Removed by Filter'] ?? 0)) * (node['Actual Loops'] ?? 0);
    if (node['Node Type'] === 'Seq Scan') found.push({ table: node['Relation Name'] ?? '', rows: seen });
    node.Plans?.forEach(visit);
  };
  visit(rows[0]['QUERY PLAN'][0].Plan);
  return found;
}

type PlanNode = {
  'Node Type': string;
  'Relation Name'?: string;
  'Actual Rows'?: number;
  'Actual Loops'?: number;
  'Rows Removed by Filter'?: number;
  Plans?: PlanNode[];
};
