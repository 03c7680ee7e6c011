import 'server-only';
import { pino } from 'pino';
import { logLevel } from './config';
import { plainError } from './plain-error';

export type { Logger } from 'pino';

let root: pino.Logger | undefined;

/** Logs one JSON object per line. For lines with a request id use the context's `log`. */
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
