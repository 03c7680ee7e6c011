import 'server-only';

type PlainError = {
  type: string;
  message: string;
  code?: string | number;
  stack?: string;
  cause?: PlainError;
};

const deepest = 4;
const longestMessage = 500;

/**
 * What a log may say about a failure: its kind, its words, where it happened and what caused it. Whatever else drivers
 * hang on theirs stays out, because those are the values of a statement: passwords, names of files, ids of links.
 */
export function plainError(error: unknown, depth = 1): PlainError {
  if (!(error instanceof Error))
    return { type: typeof error, message: String(error).slice(0, longestMessage) };
  const { code } = error as { code?: unknown };
  const cause = causeOf(error);
  const stack = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  return {
    type: error.name,
    message: wordsOf(error),
    ...((typeof code === 'string' || typeof code === 'number') && { code }),
    ...(stack.length > 0 && { stack: stack.join('\n') }),
    ...(cause !== undefined && depth < deepest && { cause: plainError(cause, depth + 1) }),
  };
}

/** Prisma quotes the call with all it was given, and says last what was wrong. */
function wordsOf({ name, message }: Error): string {
  const words = name.startsWith('PrismaClient') ? (message.trim().split('\n').at(-1) ?? '') : message;
  return words.slice(0, longestMessage);
}

function causeOf({ cause, ...rest }: Error & { meta?: unknown }): unknown {
  return cause ?? (rest.meta as { driverAdapterError?: unknown } | undefined)?.driverAdapterError;
}
