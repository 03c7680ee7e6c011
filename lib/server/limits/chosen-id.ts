import 'server-only';
import type { UserContext } from '@/lib/server/context';
import { countTries } from './attempt';

/** Counts words of a link or an ID that somebody chooses, taken or not. @throws limit.attempts */
export const countChosenId = (ctx: UserContext): Promise<void> =>
  countTries(ctx, [{ limit: 'chosenId', of: [ctx.viewer.id] }]);
