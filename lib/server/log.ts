import 'server-only';
import { pino } from 'pino';
import { config } from './config';

export type { Logger } from 'pino';

let root: pino.Logger | undefined;

export function log(): pino.Logger {
  root ??= pino({ level: config().LOG_LEVEL, base: null, timestamp: pino.stdTimeFunctions.isoTime });
  return root;
}
