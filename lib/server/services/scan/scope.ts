import 'server-only';
import type { Config } from '@/lib/server/config';
import type { Context } from '@/lib/server/context';
import { isInSealed } from '@/lib/server/db/file-rows';
import { Prisma } from '@/lib/server/db/generated/client';

/** Arriving files that are scanned; null for none. */
export const scanScope = ({ CLAMD, SCAN }: Pick<Config, 'CLAMD' | 'SCAN'>): Config['SCAN'] | null =>
  CLAMD ? SCAN : null;

/**
 * The first state of `"File" f`, set in the statement or transaction that completes it: nobody gets it before its scan.
 * @param scope SQL of a `scanScope`
 */
export const firstScan = (scope: Prisma.Sql): Prisma.Sql => Prisma.sql`(CASE
  WHEN ${scope} IS NOT NULL AND ${isInSealed} THEN 'notScanned'
  WHEN ${scope} = 'all' THEN 'pending'
  WHEN ${scope} = 'inboxes' AND EXISTS (SELECT FROM "Share" o WHERE o."id" = f."shareId" AND (o."aliasId" IS NOT NULL
    OR EXISTS (SELECT FROM "Delivery" d WHERE d."shareId" = o."id"))) THEN 'pending'
  ELSE 'none' END)::"ScanState"`;

/** Tells whether what this caller sends is scanned; what others send into an inbox's share may be, too. */
export const scansArrivals = ({ config, alias }: Context): boolean =>
  scanScope(config) === 'all' || (scanScope(config) !== null && alias != null);
