import 'server-only';
import { Prisma } from './generated/client';

/** Prisma's codes for "can't reach", "closed the connection", "no connection or transaction free in time". */
const prismaCodes = new Set(['P1000', 'P1001', 'P1002', 'P1008', 'P1017', 'P2024', 'P2028', 'P2037']);
/** PostgreSQL's classes 08 (connection), 53 (resources), 57P (shutting down), 58 (system), a server that only reads, and the socket's own. */
const driverCode =
  /^(08|53|57P|58|57014|25006)|^(ECONNREFUSED|ECONNRESET|ENOENT|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN)$/;
/** Also what the driver adapter calls it, which is all that a raw query says. */
const driverText =
  /DatabaseNotReachable|ConnectionClosed|SocketTimeout|TooManyConnections|Connection terminated|timeout exceeded when trying to connect|timeout expired|Query read timeout|Client was closed|not queryable/i;

/** Two transactions that waited for each other, or one that waited too long for a lock. */
const contentionCode = /^(40001|40P01|55P03|P2034)$/;

/** Whether a statement waited too long for a lock: if it were asked again at once, it would wait again. */
export const wasKeptWaiting = (error: unknown): boolean => hasCode(error, /^55P03$/);

/** Whether others were in the way: nothing was done, and trying again makes sense. */
export const isContention = (error: unknown): boolean => hasCode(error, contentionCode);

/**
 * True when a connection leads to a server that can only read by now, or was ended while it waited or before it was asked:
 * nothing was done, and a new one may lead elsewhere.
 */
export const hasMoved = (error: unknown): boolean =>
  hasCode(error, /^(25006|57P0[125])$/) ||
  causes(error).some(({ message }) => /not queryable/.test(String(message)));

const hasCode = (error: unknown, code: RegExp): boolean =>
  causes(error).some((cause) => code.test(String(cause.originalCode ?? cause.code ?? '')));

/** Whether the database itself was missing, slow or stopping: then the answer is 503, and trying again makes sense. */
export function isOutage(error: unknown): boolean {
  if (error instanceof Prisma.PrismaClientInitializationError) return true;
  if (error instanceof Prisma.PrismaClientKnownRequestError && prismaCodes.has(error.code)) return true;
  return causes(error).some(
    ({ code, originalCode, message }) =>
      driverCode.test(String(originalCode ?? code ?? '')) || driverText.test(String(message ?? '')),
  );
}

type Cause = { code?: unknown; originalCode?: unknown; message?: unknown; cause?: unknown; meta?: unknown };

/** The error, what caused it, and what the driver adapter wrapped: never endless, also when they form a ring. */
function causes(error: unknown): Cause[] {
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
