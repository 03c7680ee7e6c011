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

export type CounterName = keyof typeof counters;
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
