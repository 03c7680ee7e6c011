import 'server-only';
import type { Prisma } from './generated/client';

/** As much hangs on a row as on a file or a share, so many take a second or two; a statement may take ten. */
export const rowsAtOnce = 10_000;

/** For a transaction in which something goes in steps: it may take minutes, each of its statements may not. */
export const manySteps = { timeout: 30 * 60_000 };

/**
 * Runs a statement until little is left for it to do. What the database would do by itself, deleting what belongs to a
 * row or detaching it, it does with one statement, however much that is.
 * @param statement changes `limit` rows at most, none that it has changed before. It names them by `= ANY (ARRAY(SELECT …))`,
 *   which asks once: for `IN (SELECT …)` a planner that thinks the table empty asks again for each row. By their ctid,
 *   for which no index can be mistaken, where a row that somebody has just changed may be left out because it goes with
 *   the other one by itself; by their id where none may
 * @param maxLeft enough is done once a step changes no more rows than that
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
 * For rows that go with another one by themselves, if they are few: a link that is looked at all the time gets new
 * visits as fast as they go.
 */
export const fewLeft = 1_000;
