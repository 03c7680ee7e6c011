import type { Context } from '@/lib/server/context';

/** Records what is asked of the database, to compare what answers take. */
export function watchSteps(db: Context['db']): { db: Context['db']; steps: string[] } {
  const steps: string[] = [];
  const watched = db.$extends({
    query: {
      $allOperations: ({ model, operation, args, query }) => {
        steps.push(model ? `${model} ${operation}` : String(args.strings ?? args));
        return query(args);
      },
    },
  });
  return { db: watched as unknown as Context['db'], steps };
}
