import 'server-only';

/**
 * `drop` ends database connections, so that nothing waits for a database that is away. `timeFloor` is the earliest
 * time it can be.
 */
export type ToPages =
  | { socket: string; env: NodeJS.ProcessEnv }
  | { timeFloor: number | null }
  | 'drop'
  | 'stop';

export type PagesStats = {
  rss: number;
  heapUsed: number;
  connections: number;
  counts: [series: string, value: number][];
};

export type FromPages = 'listening' | PagesStats;

/**
 * Limit of one message's headers. The front door adds to a client's headers, and an answer may repeat them, escaped,
 * in a redirect.
 */
export const innerHeaderBytes = 64 * 1024;
