import 'server-only';
import { constants } from 'node:os';

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
  const code = codeOf(error);
  if (!(error instanceof Error))
    return { type: typeof error, message: wordsOf(error), ...(code !== undefined && { code }) };
  const cause = causeOf(error);
  const stack = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  return {
    type: error.name,
    message: wordsOf(error),
    ...(code !== undefined && { code }),
    ...(stack.length > 0 && { stack: stack.join('\n') }),
    ...(cause !== undefined && depth < deepest && { cause: plainError(cause, depth + 1) }),
  };
}

/** What a failure says, whatever was thrown: drivers wrap objects that are no errors, and several errors in one. */
export function wordsOf(error: unknown): string {
  if (typeof error !== 'object' || error === null) return String(error).slice(0, longestMessage);
  const { name, message, originalMessage, kind, errors } = error as Thrown;
  const first = Array.isArray(errors) && !message ? wordsOf(errors[0]) : undefined;
  const words = [originalMessage, message, first, kind, name].find(
    (text) => typeof text === 'string' && text !== '',
  );
  const said = typeof words === 'string' ? withSystemName(words, error) : 'a failure without words';
  // Prisma quotes the call with all it was given, and says last what was wrong.
  const isQuoting = typeof name === 'string' && name.startsWith('PrismaClient');
  return (isQuoting ? (said.trim().split('\n').at(-1) ?? '') : said).slice(0, longestMessage);
}

type Thrown = {
  name?: unknown;
  message?: unknown;
  errors?: unknown;
  code?: unknown;
  /** What Prisma's adapter wraps. */
  originalMessage?: unknown;
  originalCode?: unknown;
  kind?: unknown;
};

const systemNames = new Map(Object.entries(constants.errno).map(([name, number]) => [-number, name]));

/** The system's own name of an error. Node knows a part of them and calls the rest "Unknown system error -122". */
export function systemName(error: unknown): string | undefined {
  const { errno, code } = Object(error) as { errno?: unknown; code?: unknown };
  return systemNames.get(Number(errno)) ?? (typeof code === 'string' ? code : undefined);
}

const unnamed = /Unknown system error -\d+/g;
const withSystemName = (words: string, error: unknown) =>
  words.replace(unnamed, (said) => systemName(error) ?? said);

/** Of the system, the driver or the database. */
export function codeOf(error: unknown): string | number | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  const { code, originalCode } = error as Thrown;
  const known = originalCode ?? code;
  if (typeof known === 'string') return withSystemName(known, error);
  return typeof known === 'number' ? known : undefined;
}

function causeOf({ cause, ...rest }: Error & { meta?: unknown }): unknown {
  return cause ?? (rest.meta as { driverAdapterError?: unknown } | undefined)?.driverAdapterError;
}
