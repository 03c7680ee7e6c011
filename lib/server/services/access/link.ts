import 'server-only';
import { Prisma } from '@/lib/server/db/generated/client';

const isUsedUp = Prisma.sql`(p."views" >= s."maxViews" OR p."downloads" >= s."maxDownloads") IS TRUE`;

/** Equals `publishState` "published", as a condition on `"Publication" p` of `"Share" s`. */
export const isLive = (now: Date): Prisma.Sql =>
  Prisma.sql`(p."enabled" AND p."publishUntil" > ${now} AND NOT ${isUsedUp})`;

/** Equals `publishState` "expired" or "used-up". */
export const isEnded = (now: Date): Prisma.Sql =>
  Prisma.sql`(p."enabled" AND (p."publishUntil" <= ${now} OR ${isUsedUp}))`;
