import 'server-only';
import { constants } from 'node:os';

type PlainError = {
  type: string;
  message: string;
  code?: string | number;
  stack?: string;
  cause?: PlainError;
};

const maxDepth = 4;
const maxMessageLength = 500;

/**
 * Picks the kind, message, place and cause of a failure. Drops other fields, which may contain passwords, file names
 * or link ids.
 */
export function plainError(error: unknown, depth = 1): PlainError {
  const code = codeOf(error);
  if (!(error instanceof Error))
    return { type: typeof error, message: errorMessage(error), ...(code !== undefined && { code }) };
  const cause = causeOf(error);
  const stack = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  return {
    type: error.name,
    message: errorMessage(error),
    ...(code !== undefined && { code }),
    ...(stack.length > 0 && { stack: stack.join('\n') }),
    ...(cause !== undefined && depth < maxDepth && { cause: plainError(cause, depth + 1) }),
  };
}

/** Returns the message of anything thrown, including the plain objects and aggregated errors of drivers. */
export function errorMessage(error: unknown): string {
  if (typeof error !== 'object' || error === null) return String(error).slice(0, maxMessageLength);
  const { name, message, originalMessage, kind, errors } = error as Thrown;
  const first = Array.isArray(errors) && !message ? errorMessage(errors[0]) : undefined;
  const words = [originalMessage, message, first, kind, name].find(
    (text) => typeof text === 'string' && text !== '',
  );
  const said = typeof words === 'string' ? withSystemName(words, error) : 'a failure without words';
  // Prisma quotes the whole call and puts the reason last.
  const isQuoting = typeof name === 'string' && name.startsWith('PrismaClient');
  return (isQuoting ? (said.trim().split('\n').at(-1) ?? '') : said).slice(0, maxMessageLength);
}

type Thrown = {
  name?: unknown;
  message?: unknown;
  errors?: unknown;
  code?: unknown;
  originalMessage?: unknown;
  originalCode?: unknown;
  kind?: unknown;
};

const systemNames = new Map(Object.entries(constants.errno).map(([name, number]) => [-number, name]));

/** Returns the system's name of an error, also for those that Node calls "Unknown system error -122". */
export function systemName(error: unknown): string | undefined {
  const { errno, code } = Object(error) as { errno?: unknown; code?: unknown };
  return systemNames.get(Number(errno)) ?? (typeof code === 'string' ? code : undefined);
}

const unnamed = /Unknown system error -\d+/g;
const withSystemName = (words: string, error: unknown) =>
  words.replace(unnamed, (said) => systemName(error) ?? said);

export function codeOf(error: unknown): string | number | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  const { code, originalCode } = error as Thrown;
  const known = originalCode ?? code;
  if (typeof known === 'string') return withSystemName(known, error);
  return typeof known === 'number' ? known : undefined;
}

/** Of the system, a quota or PostgreSQL, also as the cause of another failure. */
export function isDiskFull(error: unknown): boolean {
  if (/^(ENOSPC|EDQUOT|53100)$/.test(String(codeOf(error)))) return true;
  const cause = error instanceof Error ? causeOf(error) : undefined;
  return cause !== undefined && isDiskFull(cause);
}

function causeOf({ cause, ...rest }: Error & { meta?: unknown }): unknown {
  return cause ?? (rest.meta as { driverAdapterError?: unknown } | undefined)?.driverAdapterError;
}
