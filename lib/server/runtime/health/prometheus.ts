import 'server-only';
import { systemContext } from '@/lib/server/container';
import { type CounterValues, counters, countsOfProcess, durationLines } from '@/lib/server/metrics';
import { readFacts } from '@/lib/server/services/info/facts';
import type { PagesStats } from '../pages/messages';
import { diskGauges, factGauges, gaugeLines, one, openFiles, processGauges, requestGauges } from './gauges';
import { cached, withTimeout } from './in-time';

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
