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
import { diskFolders } from '@/lib/server/storage/disk/folders';
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
    const lines = [
      ...counterLines(pages()),
      ...durationLines(),
      ...requestGauges(),
      ...processGauges(pages(), await openFiles()),
      ...gauge('slipway_database_up', 'Whether the database answers.', isUp() ? 1 : 0),
      ...factGauges(isUp() ? await facts() : null),
      ...(await diskGauges()),
    ];
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

type Sample = [labels: Labels, value: number];

function gauge(name: string, help: string, values: number | Sample[]): string[] {
  const samples: Sample[] = typeof values === 'number' ? [[{}, values]] : values;
  const lines = samples.map(([labels, value]) => `${seriesOf(name, labels)} ${value}`);
  return [`# HELP ${name} ${help}`, `# TYPE ${name} gauge`, ...lines];
}

function requestGauges(): string[] {
  const values = [...openRequests()].map(([route, value]): Sample => [{ route }, value]);
  return gauge('slipway_http_requests_open', 'Requests that are not over yet.', values);
}

function processGauges(pages: PagesStats | null, fds: number | null): string[] {
  const { rss, heapUsed } = process.memoryUsage();
  const front = { rss, heapUsed, connections: connectionCount() };
  const both = [['front', front] as const, ...(pages ? [['pages', pages] as const] : [])];
  const { VERSION, BUILD_ID } = config();
  const memory = both.flatMap(([name, { rss, heapUsed }]): Sample[] => [
    [{ process: name, kind: 'rss' }, rss],
    [{ process: name, kind: 'heap' }, heapUsed],
  ]);
  const connections = both.map(([name, { connections }]): Sample => [{ process: name }, connections]);
  const startedAt = Math.round(Date.now() / 1000 - process.uptime());
  return [
    gauge('slipway_build_info', 'Always 1.', [[{ version: VERSION, build: BUILD_ID }, 1]]),
    gauge('slipway_process_memory_bytes', 'Memory of the two processes.', memory),
    gauge(
      'slipway_database_connections',
      'Connections to the database that the two processes have.',
      connections,
    ),
    gauge('slipway_process_start_time_seconds', 'When this node started.', startedAt),
    fds === null ? [] : gauge('slipway_process_open_fds', 'Open files and sockets of the front.', fds),
  ].flat();
}

const openFiles = async (): Promise<number | null> =>
  readdir('/proc/self/fd').then(
    (names) => names.length,
    () => null,
  );

type NodeFacts = Awaited<ReturnType<typeof readFacts>>;

function factGauges(facts: NodeFacts | null): string[] {
  if (!facts) return [];
  const jobs = Object.entries(facts.jobs).map(([state, value]): Sample => [{ state }, value]);
  return [
    gauge('slipway_shares', 'Shares that are kept.', facts.shares),
    gauge('slipway_stored_bytes', 'Bytes that shares declare.', facts.sizeBytes),
    gauge('slipway_uploads_open', 'Files that are on their way.', facts.uploads),
    gauge('slipway_uploads_leased', 'Of those, how many a request of some node has just now.', facts.leased),
    gauge(
      'slipway_upload_oldest_seconds',
      'How long the file has not moved that has waited longest.',
      facts.oldestSeconds,
    ),
    gauge('slipway_jobs', 'Jobs by what they are doing.', jobs),
    gauge('slipway_removals_waiting', 'Deleted files whose bytes are still stored.', facts.removals),
    gauge('slipway_damaged_files', 'Stored files that are not what was uploaded.', facts.damaged),
  ].flat();
}

async function diskGauges(): Promise<string[]> {
  const found = await withTimeout(1_000, statfs(diskFolders(config()).root)).catch(() => null);
  if (!found) return [];
  const { bavail, blocks, bsize, ffree } = found;
  return [
    ...gauge('slipway_disk_free_bytes', 'Free where files lie.', bavail * bsize),
    ...gauge('slipway_disk_size_bytes', 'Size of the disk where files lie.', blocks * bsize),
    ...gauge(
      'slipway_disk_free_files',
      'New files that the disk has room for; 0 where it has no limit.',
      ffree,
    ),
  ];
}
