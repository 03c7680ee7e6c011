import * as z from 'zod';
import { duration } from './kinds';

export const operationVariables = {
  METRICS_TOKEN: z
    .string()
    .min(16, 'must have at least 16 characters')
    .optional()
    .describe(
      'Bearer token that opens `/metrics`, of 16 characters or more: see [monitor](monitor.md). Unset: no figures.',
    )
    .meta({ example: '', kind: 'text' }),
  STOP_DELAY: duration('0 seconds', 0).describe(
    'How long a server that was told to end still takes requests, while `/readyz` says 503 already: time for a load balancer to notice.',
  ),
  LOG_LEVEL: z
    .enum(['silent', 'debug', 'info', 'warn', 'error'], 'must be silent, debug, info, warn or error')
    .default('info')
    .describe('What is written to the log (one JSON object a line).')
    .meta({ example: 'info', kind: 'level' }),
};
