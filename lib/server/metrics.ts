import 'server-only';

/** What is counted, wherever it happens, and what Prometheus says about it. Labels have few values, never ids. */
export const counters = {
  slipway_http_requests_total: 'Requests that are over, by kind of route and status.',
  slipway_received_bytes_total: 'Bytes that clients have sent, by kind of route.',
  slipway_sent_bytes_total: 'Bytes that were sent to clients, by kind of route.',
  slipway_uploads_completed_total: 'Files that have arrived whole.',
  slipway_uploaded_bytes_total: 'Bytes of the files that have arrived whole.',
  slipway_limit_hits_total: 'Limits that somebody ran into, counted once in each of their windows.',
  slipway_jobs_total: 'Jobs that have run, by name and outcome.',
} as const;

export type CounterName = keyof typeof counters;
export type Labels = Record<string, string>;

/** By name and labels, written as Prometheus reads them. */
export type Counts = Map<string, number>;

// On globalThis, because the code of the pages is bundled apart from the process that runs it.
const kept = globalThis as typeof globalThis & { slipwayCounts?: Counts };

/** What this process has counted since it began. */
export function countsOfProcess(): Counts {
  kept.slipwayCounts ??= new Map();
  return kept.slipwayCounts;
}

export function increment(name: CounterName, labels: Labels = {}, by = 1): void {
  const counts = countsOfProcess();
  const key = seriesOf(name, labels);
  counts.set(key, (counts.get(key) ?? 0) + by);
}

/** A file is there as a whole. */
export function countArrived(sizeBytes: number): void {
  increment('slipway_uploads_completed_total');
  increment('slipway_uploaded_bytes_total', {}, sizeBytes);
}

/** `name{label="value"}` */
export function seriesOf(name: string, labels: Labels): string {
  const written = Object.entries(labels).map(([label, value]) => `${label}=${JSON.stringify(value)}`);
  return written.length === 0 ? name : `${name}{${written.join(',')}}`;
}
