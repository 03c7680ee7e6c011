import 'server-only';
import type { Prisma } from './generated/client';

/** Takes two seconds even for rows with many dependents. The limit for a statement is ten. */
export const rowsAtOnce = 10_000;

export const longTransaction = { timeout: 30 * 60_000 };

/**
 * Repeats a statement, because ON DELETE would change all dependent rows at once.
 * @param statement changes at most `limit` rows, each once, selected by `= ANY (ARRAY(SELECT …))` (evaluated once,
 * unlike `IN`) and by ctid or id
 */
export async function inSteps(
  tx: Prisma.TransactionClient,
  statement: (limit: number) => Prisma.Sql,
  maxLeft = 0,
): Promise<void> {
  // Selecting by ctid keeps the planner from a wrong index, but misses rows changed meanwhile; use ids where none may be missed.
  // Fewer than `limit` doesn't mean that none are left: rows deleted by others aren't counted.
  while ((await tx.$executeRaw(statement(rowsAtOnce))) > maxLeft);
}

/**
 * For rows that are created as fast as they are deleted, such as visits, when the rest is deleted along with another
 * row.
 */
export const fewLeft = 1_000;
