import 'server-only';

export const counters = {
  slipway_http_requests_total: 'Requests that are over, by kind of route and status.',
  slipway_received_bytes_total: 'Bytes that clients have sent, by kind of route.',
  slipway_sent_bytes_total: 'Bytes that were sent to clients, by kind of route.',
  slipway_uploads_completed_total: 'Files that have arrived whole.',
  slipway_uploaded_bytes_total: 'Bytes of the files that have arrived whole.',
  slipway_limit_hits_total: 'Limits that somebody ran into, counted once in each of their windows.',
  slipway_jobs_total: 'Jobs that have run, by name and outcome.',
} as const;

type CounterName = keyof typeof counters;
export type Labels = Record<string, string>;

export type CounterValues = Map<string, number>;

// On globalThis, because pages are bundled separately.
const shared = globalThis as typeof globalThis & { slipwayCounts?: CounterValues };

export function countsOfProcess(): CounterValues {
  shared.slipwayCounts ??= new Map();
  return shared.slipwayCounts;
}

export function increment(name: CounterName, labels: Labels = {}, by = 1): void {
  const counts = countsOfProcess();
  const key = seriesOf(name, labels);
  counts.set(key, (counts.get(key) ?? 0) + by);
}

export function countUpload(sizeBytes: number): void {
  increment('slipway_uploads_completed_total');
  increment('slipway_uploaded_bytes_total', {}, sizeBytes);
}

export function seriesOf(name: string, labels: Labels): string {
  const written = Object.entries(labels).map(([label, value]) => `${label}=${JSON.stringify(value)}`);
  return written.length === 0 ? name : `${name}{${written.join(',')}}`;
}

/** Upper bounds in seconds; the last ones are for files. */
const bounds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 120, 600];

type Histogram = { buckets: number[]; sum: number; count: number };

const histograms = new Map<string, Histogram>();

export function recordDuration(kind: string, seconds: number): void {
  const histogram = histograms.get(kind) ?? { buckets: bounds.map(() => 0), sum: 0, count: 0 };
  histograms.set(kind, histogram);
  const index = bounds.findIndex((bound) => seconds <= bound);
  if (index >= 0) histogram.buckets[index] = (histogram.buckets[index] ?? 0) + 1;
  histogram.sum += seconds;
  histogram.count++;
}

export function durationLines(): string[] {
  const name = 'slipway_http_request_duration_seconds';
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
