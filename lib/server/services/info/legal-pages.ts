import 'server-only';
import type { Context } from '@/lib/server/context';

/** Lists the pages that the operator has written. */
export const legalPages = ({ config }: Pick<Context, 'config'>) =>
  (
    [
      { name: 'imprint', text: config.IMPRINT },
      { name: 'privacy', text: config.PRIVACY },
    ] as const
  ).filter(({ text }) => text !== '');
