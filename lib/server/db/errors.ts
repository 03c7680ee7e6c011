import 'server-only';
import { Prisma } from './generated/client';

/** Unreachable, closed connection, or no free connection or transaction in time. */
const prismaCodes = new Set(['P1000', 'P1001', 'P1002', 'P1008', 'P1017', 'P2024', 'P2028', 'P2037']);
/**
 * SQLSTATE classes 08 (connection), 28 and 3D (a pooler is refused), 53 (resources), 57P (shutdown), 58 (system), a
 * read-only server, and socket errors. What fails while we connect is of class 08: `ConnectFailure`.
 */
const driverCode =
  /^(08|28|3D|53|57P|58|57014|25006)|^(ECONNREFUSED|ECONNRESET|ENOENT|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN)$/;
/** Names of the driver adapter, because raw queries have no codes. */
const driverText =
  /DatabaseNotReachable|ConnectionClosed|SocketTimeout|TooManyConnections|Connection terminated|timeout exceeded when trying to connect|timeout expired|Query read timeout|Client was closed|not queryable/i;

const contentionCode = /^(40001|40P01|55P03|P2034)$/;

/** True after a lock timeout: another try would wait again. */
export const isLockTimeout = (error: unknown): boolean => hasCode(error, /^55P03$/);

export const isContention = (error: unknown): boolean => hasCode(error, contentionCode);

/** True when the server is read-only or shut down before executing. A new connection may lead elsewhere. */
export const hasServerMoved = (error: unknown): boolean =>
  hasCode(error, /^(25006|57P0[125])$/) ||
  causeChain(error).some(({ message }) => /not queryable/.test(String(message)));

const hasCode = (error: unknown, code: RegExp): boolean =>
  causeChain(error).some((cause) => code.test(String(cause.originalCode ?? cause.code ?? '')));

/** True when the database is missing, slow or stopping: the response is 503, and a retry makes sense. */
export function isOutage(error: unknown): boolean {
  if (error instanceof Prisma.PrismaClientInitializationError) return true;
  if (error instanceof Prisma.PrismaClientKnownRequestError && prismaCodes.has(error.code)) return true;
  return causeChain(error).some(
    ({ code, originalCode, message }) =>
      driverCode.test(String(originalCode ?? code ?? '')) || driverText.test(String(message ?? '')),
  );
}

type Cause = { code?: unknown; originalCode?: unknown; message?: unknown; cause?: unknown; meta?: unknown };

/** Limited, because causes can form a ring. */
function causeChain(error: unknown): Cause[] {
  const found: Cause[] = [];
  let next: unknown = error;
  while (typeof next === 'object' && next !== null && found.length < 6) {
    const current = next as Cause;
    found.push(current);
    const adapter = (current.meta as { driverAdapterError?: unknown } | undefined)?.driverAdapterError;
    next = adapter ?? current.cause;
  }
  return found;
}

const isCode = (error: unknown, code: string) =>
  error instanceof Prisma.PrismaClientKnownRequestError && error.code === code;

const sqlStateOf = (error: unknown): unknown =>
  isCode(error, 'P2010') &&
  ((error as Prisma.PrismaClientKnownRequestError).meta as RawFailure).driverAdapterError?.cause
    ?.originalCode;
type RawFailure = { driverAdapterError?: { cause?: { originalCode?: string } } };

export const isDuplicateKey = (error: unknown): boolean =>
  isCode(error, 'P2002') || sqlStateOf(error) === '23505';

export const isMissingReference = (error: unknown): boolean => isCode(error, 'P2003');

export const isRawMissingReference = (error: unknown): boolean =>
  error instanceof Error && (error as { code?: unknown }).code === '23503';

/** Only the caller's own account is read by a query that requires a row, and owns what the caller makes. */
export const isAccountGone = (error: unknown): boolean =>
  (isCode(error, 'P2025') && (error as Prisma.PrismaClientKnownRequestError).meta?.modelName === 'Account') ||
  (isMissingReference(error) && /_ownerId_fkey\b/.test((error as Error).message));

/** True when a value was refused, not for outages or contention. */
export const isRefusedValue = (error: unknown): boolean =>
  error instanceof Prisma.PrismaClientValidationError ||
  (error instanceof Prisma.PrismaClientKnownRequestError && !isOutage(error) && !isContention(error));
