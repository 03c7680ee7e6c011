import 'server-only';
import type { RouteClass } from '../routes';

/** Upper bounds in seconds; the last ones are for files. */
const bounds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 120, 600];

type Histogram = { buckets: number[]; sum: number; count: number };

const histograms = new Map<RouteClass, Histogram>();

export function recordDuration(kind: RouteClass, seconds: number): void {
  const histogram = histograms.get(kind) ?? { buckets: bounds.map(() => 0), sum: 0, count: 0 };
  histograms.set(kind, histogram);
  const index = bounds.findIndex((bound) => seconds <= bound);
  if (index >= 0) histogram.buckets[index] = (histogram.buckets[index] ?? 0) + 1;
  histogram.sum += seconds;
  histogram.count++;
}

const name = 'slipway_http_request_duration_seconds';

export function durationLines(): string[] {
  const lines = [
    `# HELP ${name} How long requests took, by kind of route; of files, with all of their bytes.`,
    `# TYPE ${name} histogram`,
  ];
  for (const [kind, { buckets, sum, count }] of histograms) {
    let below = 0;
    for (const [index, bound] of bounds.entries()) {
      below += buckets[index] ?? 0;
      lines.push(`${name}_bucket{route="${kind}",le="${bound}"} ${below}`);
    }
    lines.push(`${name}_bucket{route="${kind}",le="+Inf"} ${count}`);
    lines.push(`${name}_sum{route="${kind}"} ${sum}`, `${name}_count{route="${kind}"} ${count}`);
  }
  return lines;
}
