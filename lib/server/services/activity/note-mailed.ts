import 'server-only';
import type { UserContext } from '@/lib/server/context';

/** Writes down for those who manage a share whom its link was mailed to; nothing where it was deleted meanwhile. */
export async function noteMailed(
  { db, viewer, now }: UserContext,
  shareId: string | null,
  to: readonly string[],
): Promise<void> {
  if (shareId === null || to.length === 0) return;
  await db.$executeRaw`
    INSERT INTO "ShareEvent" ("shareId", "at", "kind", "login", "details")
    SELECT "id", ${now}, 'mailed', ${viewer.login}, ${JSON.stringify({ to })}::jsonb FROM "Share" WHERE "id" = ${shareId}`;
}
