import 'server-only';
import { readdir, statfs } from 'node:fs/promises';
import { config } from '@/lib/server/config';
import { systemContext } from '@/lib/server/container';
import { connectionCount } from '@/lib/server/db/connection';
import {
  type CounterValues,
  counters,
  countsOfProcess,
  durationLines,
  type Labels,
  seriesOf,
} from '@/lib/server/metrics';
import { openRequests } from '@/lib/server/runtime/open-requests';
import type { PagesStats } from '@/lib/server/runtime/pages/messages';
import { readFacts } from '@/lib/server/services/info/facts';
import { cached, withTimeout } from './readiness';

const factsMs = 2_000;
const keepFactsMs = 5_000;

type MetricsSources = { isUp: () => boolean; pages: () => PagesStats | null };

export function createMetrics({ isUp, pages }: MetricsSources): () => Promise<string> {
  const facts = cached(
    () => withTimeout(factsMs, readFacts(systemContext())).catch(() => null),
    () => keepFactsMs,
  );
  return async () => {
    const gauges = [
      ...requestGauges(),
      ...processGauges(pages(), await openFiles()),
      { name: 'slipway_database_up', help: 'Whether the database answers.', values: one(isUp() ? 1 : 0) },
      ...factGauges(isUp() ? await facts() : null),
      ...(await diskGauges()),
    ];
    const lines = [...counterLines(pages()), ...durationLines(), ...gauges.flatMap(gaugeLines)];
    return `${lines.join('\n')}\n`;
  };
}

function counterLines(pages: PagesStats | null): string[] {
  const all: CounterValues = new Map(countsOfProcess());
  for (const [series, value] of pages?.counts ?? []) all.set(series, (all.get(series) ?? 0) + value);
  return Object.entries(counters).flatMap(([name, help]) => [
    `# HELP ${name} ${help}`,
    `# TYPE ${name} counter`,
    ...[...all]
      .filter(([series]) => series.split('{')[0] === name)
      .map(([series, value]) => `${series} ${value}`),
  ]);
}

type Gauge = { name: string; help: string; values: [labels: Labels, value: number][] };

export const one = (value: number): Gauge['values'] => [[{}, value]];

function requestGauges(): Gauge[] {
  const values = [...openRequests()].map(([route, value]): [Labels, number] => [{ route }, value]);
  return [{ name: 'slipway_http_requests_open', help: 'Requests that are not over yet.', values }];
}

function processGauges(pages: PagesStats | null, fds: number | null): Gauge[] {
  const { rss, heapUsed } = process.memoryUsage();
  const front = { rss, heapUsed, connections: connectionCount() };
  const both = [['front', front] as const, ...(pages ? [['pages', pages] as const] : [])];
  const { VERSION, BUILD_ID } = config();
  return [
    {
      name: 'slipway_build_info',
      help: 'Always 1.',
      values: [[{ version: VERSION, build: BUILD_ID }, 1]],
    },
    {
      name: 'slipway_process_memory_bytes',
      help: 'Memory of the two processes.',
      values: both.flatMap(([name, { rss, heapUsed }]): Gauge['values'] => [
        [{ process: name, kind: 'rss' }, rss],
        [{ process: name, kind: 'heap' }, heapUsed],
      ]),
    },
    {
      name: 'slipway_database_connections',
      help: 'Connections to the database that the two processes have.',
      values: both.map(([name, { connections }]) => [{ process: name }, connections]),
    },
    {
      name: 'slipway_process_start_time_seconds',
      help: 'When this node started.',
      values: one(Math.round(Date.now() / 1000 - process.uptime())),
    },
    ...(fds === null
      ? []
      : [
          {
            name: 'slipway_process_open_fds',
            help: 'Open files and sockets of the front.',
            values: one(fds),
          },
        ]),
  ];
}

export const openFiles = async (): Promise<number | null> =>
  readdir('/proc/self/fd').then(
    (names) => names.length,
    () => null,
  );

type NodeFacts = Awaited<ReturnType<typeof readFacts>> | null;

function factGauges(facts: NodeFacts): Gauge[] {
  if (!facts) return [];
  return [
    { name: 'slipway_shares', help: 'Shares that are kept.', values: one(facts.shares) },
    { name: 'slipway_stored_bytes', help: 'Bytes that shares declare.', values: one(facts.sizeBytes) },
    { name: 'slipway_uploads_open', help: 'Files that are on their way.', values: one(facts.uploads) },
    {
      name: 'slipway_uploads_leased',
      help: 'Of those, how many a request of some node has just now.',
      values: one(facts.leased),
    },
    {
      name: 'slipway_upload_oldest_seconds',
      help: 'How long the file has not moved that has waited longest.',
      values: one(facts.oldestSeconds),
    },
    {
      name: 'slipway_jobs',
      help: 'Jobs by what they are doing.',
      values: Object.entries(facts.jobs).map(([state, value]) => [{ state }, value]),
    },
    {
      name: 'slipway_removals_waiting',
      help: 'Deleted files whose bytes are still stored.',
      values: one(facts.removals),
    },
  ];
}

async function diskGauges(): Promise<Gauge[]> {
  const found = await withTimeout(1_000, statfs(config().DATA_DIR)).catch(() => null);
  if (!found) return [];
  const { bavail, blocks, bsize } = found;
  return [
    { name: 'slipway_disk_free_bytes', help: 'Free in DATA_DIR.', values: one(bavail * bsize) },
    { name: 'slipway_disk_size_bytes', help: 'Size of the disk of DATA_DIR.', values: one(blocks * bsize) },
  ];
}

const gaugeLines = ({ name, help, values }: Gauge): string[] => [
  `# HELP ${name} ${help}`,
  `# TYPE ${name} gauge`,
  ...values.map(([labels, value]) => `${seriesOf(name, labels)} ${value}`),
];
