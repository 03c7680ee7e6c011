import 'server-only';
import { pino } from 'pino';
import { logLevel } from './config';
import { plainError } from './plain-error';

export type { Logger } from 'pino';

let root: pino.Logger | undefined;

/** One JSON object a line. Lines about a request carry its id as `req`: use the `log` of its context. */
export function log(): pino.Logger {
  root ??= pino({
    level: logLevel(),
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (level) => ({ level }) },
    serializers: { err: plainError },
  });
  return root;
}
