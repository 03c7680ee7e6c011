import 'server-only';
import { Prisma } from './generated/client';
import { isContention, isOutage } from './outage';

const isCode = (error: unknown, code: string) =>
  error instanceof Prisma.PrismaClientKnownRequestError && error.code === code;

/** What PostgreSQL says of a statement that was written by hand. */
const sqlStateOf = (error: unknown): unknown =>
  isCode(error, 'P2010') &&
  ((error as Prisma.PrismaClientKnownRequestError).meta as RawFailure).driverAdapterError?.cause
    ?.originalCode;
type RawFailure = { driverAdapterError?: { cause?: { originalCode?: string } } };

/** Whether a write failed because another row has the same key. */
export const isTaken = (error: unknown): boolean => isCode(error, 'P2002') || sqlStateOf(error) === '23505';

/** Whether a write failed because the row that it belongs to is gone. */
export const isOrphan = (error: unknown): boolean => isCode(error, 'P2003');

/** The same of a statement that went past Prisma. */
export const isBareOrphan = (error: unknown): boolean =>
  error instanceof Error && (error as { code?: unknown }).code === '23503';

/** Whether an account that had to be there is not: of all accounts, only the caller's own is asked for like that. */
export const isAccountGone = (error: unknown): boolean =>
  isCode(error, 'P2025') && (error as Prisma.PrismaClientKnownRequestError).meta?.modelName === 'Account';

/** True when a write failed because of what was to be written, rather than by an outage. */
export const isRefusedValue = (error: unknown): boolean =>
  error instanceof Prisma.PrismaClientValidationError ||
  (error instanceof Prisma.PrismaClientKnownRequestError && !isOutage(error) && !isContention(error));
