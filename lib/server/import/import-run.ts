import 'server-only';
import type { Context } from '@/lib/server/context';
import type { Prisma } from '@/lib/server/db/generated/client';
import type { Report } from './report';
import type { ItemKind, Product } from './source';

export type ImportRun = {
  ctx: Context;
  product: Product;
  isDryRun: boolean;
  isPlan: boolean;
  /** Also imports shares that expired so long ago that they would be deleted here. */
  includesExpired: boolean;
  mergesAccounts: boolean;
  report: Report;
  fallbackOwnerId: string | null;
  /** Logins assigned in this run. A dry run needs them to avoid duplicates. */
  logins: Set<string>;
  /** Ids here by ids there. Null for accounts that were deleted here. */
  accounts: Map<string, string | null>;
  aliases: Map<string, string>;
};

export const findImported = ({ ctx, product }: ImportRun, kind: ItemKind, oldId: string) =>
  ctx.db.imported.findUnique({ where: { product_kind_oldId: { product, kind, oldId } } });

type ImportedRecord = {
  kind: ItemKind;
  oldId: string;
  newId: string;
  linkId?: string | null;
  mark?: string | null;
};

/** Has to share the transaction of the object, or another run would import it twice. */
export async function recordImported(
  { product }: ImportRun,
  tx: Prisma.TransactionClient,
  brought: ImportedRecord[],
): Promise<void> {
  await tx.imported.createMany({ data: brought.map((one) => ({ ...one, product })) });
}
