import 'server-only';

/**
 * What the process that owns the port tells the process of the pages: where to listen, with which settings; that the
 * database no longer answers, so that nobody goes on waiting for it; the earliest time that it can be; or to end.
 */
export type ToPages =
  | { socket: string; env: NodeJS.ProcessEnv }
  | { timeFloor: number | null }
  | 'drop'
  | 'stop';

/** How they are, said every few seconds. */
export type PagesStats = {
  rss: number;
  heapUsed: number;
  connections: number;
  counts: [series: string, value: number][];
};

export type FromPages = 'listening' | PagesStats;
