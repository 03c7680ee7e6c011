import 'server-only';
import type { Context } from '@/lib/server/context';
import type { Prisma } from '@/lib/server/db/generated/client';
import type { Report } from './report';
import type { Kind, Product } from './source';

/** One run of an import: what its parts share. */
export type Importing = {
  ctx: Context;
  product: Product;
  isDryRun: boolean;
  /** A dry run that reads no bytes: it only counts. */
  isPlan: boolean;
  /** Brings also what expired so long ago that it would be deleted here. */
  bringsAll: boolean;
  /** Accounts join those of the same login that are here. */
  merges: boolean;
  report: Report;
  /** Who gets what belongs to nobody. */
  fallbackOwnerId: string | null;
  /** What accounts of this run are called: a dry run must not give a login twice either. */
  logins: Set<string>;
  /** Ids of here by ids of there; null for an account that was deleted here since. */
  accounts: Map<string, string | null>;
  aliases: Map<string, string>;
};

/** What an earlier run has made of something; null when there was none. */
export const broughtBefore = ({ ctx, product }: Importing, kind: Kind, oldId: string) =>
  ctx.db.imported.findUnique({ where: { product_kind_oldId: { product, kind, oldId } } });

type Brought = { kind: Kind; oldId: string; newId: string; linkId?: string | null; mark?: string | null };

/** Together with what it is about, or a second run would bring it twice. */
export async function note(
  { product }: Importing,
  tx: Prisma.TransactionClient,
  brought: Brought[],
): Promise<void> {
  await tx.imported.createMany({ data: brought.map((one) => ({ ...one, product })) });
}
