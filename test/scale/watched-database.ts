import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
import { PrismaClient } from '@/lib/server/db/generated/client';
import { ownDatabase } from '@/testing/service/own-database';

type Sent = { query: string; params: string };
type Scan = { table: string; rows: number };

/** As the product's own connections have it. */
const statement_timeout = 10_000;

/** A database of a test's own: `sent` has what was asked of it, `bare` asks past that. */
export async function watchedDatabase() {
  const own = await ownDatabase();
  const sent: Sent[] = [];
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
    /** The worst that the planner can be told of tables: that they are empty, although they have pages. */
    seemEmpty: (...tables: string[]) =>
      bare.query(
        `UPDATE pg_class SET reltuples = 0, relpages = 1, reloptions = '{autovacuum_enabled=off}'
         WHERE relname = ANY ($1)`,
        [tables],
      ),
    /** The tables that `read` reads from end to end, with the rows that it looks at. */
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

async function scans(bare: pg.Client, { query, params }: Sent): Promise<Scan[]> {
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
