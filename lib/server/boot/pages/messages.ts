import 'server-only';

/** What the process that owns the port tells the process of the pages: where to listen, with which settings; or to end. */
export type ToPages = { socket: string; env: NodeJS.ProcessEnv } | 'stop';

export type FromPages = 'listening';
