import * as z from 'zod';
import { canParseUrl } from '@/lib/domain/url';
import { duration, onOff, text } from './kinds';
import { isSafeUrl } from './provider';
import { foreignSchema, serverUrlComplaint, withPlainSslMode } from './server-url';

const origin = (text: string) =>
  canParseUrl(text) &&
  /^https?:$/.test(new URL(text).protocol) &&
  new URL(text).pathname === '/' &&
  !new URL(text).hostname.includes('*');

export const serverVariables = {
  HOST: text('127.0.0.1').describe('Address to listen on; `0.0.0.0` for every interface.'),
  PORT: z.coerce
    .number('must be a port number')
    .int('must be a port number')
    .min(1, 'must be a port number')
    .max(65535, 'must be a port number')
    .default(3000)
    .describe('Port to listen on.')
    .meta({ example: '3000', kind: 'number' }),
  BASE_URL: z
    .string()
    .refine(origin, 'must be an http or https URL without a path, such as https://files.example.org')
    .transform((value) => new URL(value).origin)
    .optional()
    .describe(
      'Address at which people reach Slipway, without a path. Links and emails contain it, and cookies belong to it. Default: `http://localhost:$PORT`.',
    )
    .meta({ example: '', kind: 'URL' }),
  DATA_DIR: text('./data').describe(
    'Embedded database, files on disk unless `FILES_DIR` is set, generated secret. [Several nodes](nodes.md) can share one.',
  ),
  DATABASE_URL: z
    .string()
    .refine((value) => /^postgres(ql)?:\/\//.test(value), {
      error: 'must start with postgresql://',
      abort: true,
    })
    .superRefine((value, check) => {
      const schema = foreignSchema(value);
      const complaint =
        serverUrlComplaint(value) ??
        (schema &&
          `names the schema "${schema}", but tables are kept in "public": leave ?schema=${schema} away`);
      if (complaint) check.addIssue({ code: 'custom', message: complaint });
    })
    .transform(withPlainSslMode)
    .optional()
    .describe(
      'Any PostgreSQL from version 14 on, the same for [several nodes](nodes.md): see [your own PostgreSQL](database.md). If you don’t set it, an embedded one in `DATA_DIR`, for one node.',
    )
    .meta({ example: '', kind: 'URL' }),
};

export const operationVariables = {
  METRICS_TOKEN: z
    .string()
    .min(16, 'must have at least 16 characters')
    .optional()
    .describe(
      'Bearer token that opens `/metrics`, of 16 characters or more: see [monitor](monitor.md). If you don’t set it, there are no metrics.',
    )
    .meta({ example: '', kind: 'text' }),
  STOP_DELAY: duration('0 seconds', 0).describe(
    'When Slipway stops, how long it still takes requests while `/readyz` answers 503, so that a load balancer can notice.',
  ),
  UPDATE_CHECK: onOff('off').describe(
    'Ask `UPDATE_URL` once a day for the newest version, for admins. Nothing about this server is sent.',
  ),
  UPDATE_URL: z
    .string()
    .refine(isSafeUrl, 'must be an https URL (http only on localhost), without a user name')
    .optional()
    .describe('Answers like GitHub’s `/repos/OWNER/REPOSITORY/releases/latest`.')
    .meta({ example: '', kind: 'URL' }),
  LOG_LEVEL: z
    .enum(['silent', 'debug', 'info', 'warn', 'error'], 'must be silent, debug, info, warn or error')
    .default('info')
    .describe('What is written to the log (one JSON object a line).')
    .meta({ example: 'info', kind: 'level' }),
};
