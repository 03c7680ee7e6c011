import 'server-only';
import type { Prisma } from './generated/client';

/**
 * How many rows one statement changes. Even where as much hangs on a row as on a file or a share that takes a second or
 * two; a statement may take ten.
 */
export const rowsAtOnce = 10_000;

/** Options of a transaction that works in steps: it may take minutes, although none of its statements may. */
export const manySteps = { timeout: 30 * 60_000 };

/**
 * Runs a statement again and again until little is left for it to do. Left to the database (ON DELETE), everything that
 * belongs to a row would be deleted or detached by a single statement, however much that is.
 * @param statement changes at most `limit` rows, none that it has changed before. It selects them by
 *   `= ANY (ARRAY(SELECT …))`, which runs the subselect once: with `IN (SELECT …)` a planner that believes the table empty
 *   runs it again for each row. It selects them by ctid, so that the planner can't choose a wrong index, where a row that
 *   somebody has just changed may be missed, because it goes along with the other one anyway; by id where none may
 * @param maxLeft done once a step changes no more rows than this
 */
export async function inSteps(
  tx: Prisma.TransactionClient,
  statement: (limit: number) => Prisma.Sql,
  maxLeft = 0,
): Promise<void> {
  // Fewer than `limit` doesn't mean that none are left: a row that somebody else has just deleted isn't counted.
  while ((await tx.$executeRaw(statement(rowsAtOnce))) > maxLeft);
}

/**
 * The `maxLeft` for rows of which the last few go along with another row anyway: a link that is looked at all the time
 * gets new visits as fast as old ones are deleted.
 */
export const fewLeft = 1_000;
