import * as z from 'zod';
import { endpoint } from './endpoint';
import { Millis } from './fields';

export const VersionInfo = z
  .object({
    version: z.string(),
    builtAtMillis: Millis,
    builtAtString: z.string(),
    gitCommit: z.string(),
    gitVersion: z.string(),
  })
  .meta({ id: 'VersionInfo' });

export const info = {
  version: endpoint({
    method: 'GET',
    path: '/api/v2/open/info/version',
    access: 'open',
    summary: 'Version and build',
    answer: VersionInfo,
  }),
};
