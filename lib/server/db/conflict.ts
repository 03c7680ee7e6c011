import 'server-only';
import { Prisma } from './generated/client';
import { isContention, isOutage } from './outage';

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

/** Only the caller's own account is read by a query that requires a row. */
export const isAccountGone = (error: unknown): boolean =>
  isCode(error, 'P2025') && (error as Prisma.PrismaClientKnownRequestError).meta?.modelName === 'Account';

/** True when a value was refused, not for outages or contention. */
export const isRefusedValue = (error: unknown): boolean =>
  error instanceof Prisma.PrismaClientValidationError ||
  (error instanceof Prisma.PrismaClientKnownRequestError && !isOutage(error) && !isContention(error));
