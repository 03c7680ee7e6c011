import 'server-only';
import { config } from '@/lib/server/config';
import { Prisma } from '@/lib/server/db/generated/client';

/**
 * SQL condition on an alias of `"Account"`: SECOND_FACTOR demands one and none is set up. Providers and proxies ask
 * for their own.
 */
export function lacksFactor(account: Prisma.Sql): Prisma.Sql {
  const { SECOND_FACTOR } = config();
  if (SECOND_FACTOR === 'off' || SECOND_FACTOR === 'optional') return Prisma.sql`false`;
  const isDemanded = SECOND_FACTOR === 'all' ? Prisma.sql`true` : Prisma.sql`${account}."admin"`;
  return Prisma.sql`(${isDemanded} AND ${account}."source" = 'intern'
    AND NOT EXISTS (SELECT 1 FROM "SecondFactor" factor WHERE factor."accountId" = ${account}."id"))`;
}
