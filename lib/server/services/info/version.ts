import 'server-only';
import type { Context } from '@/lib/server/context';

export function versionInfo({ config }: Context) {
  return {
    version: config.VERSION,
    builtAtMillis: config.BUILT_AT,
    builtAtString: new Date(config.BUILT_AT).toISOString(),
    gitCommit: config.BUILD_ID,
    gitVersion: config.VERSION,
  };
}
