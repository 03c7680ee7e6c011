import 'server-only';
import { normalLogin } from '@/lib/domain/ident';
import { BadConfiguration } from '@/lib/server/config';
import type { Context } from '@/lib/server/context';
import { importAccount } from './import-account';
import { importAlias } from './import-alias';
import { importInvitation } from './import-invitation';
import { importShare } from './import-share';
import type { Importing } from './importing';
import { Report } from './report';
import type { Item, Source } from './source';

export type Wishes = {
  /** The login of who gets what belongs to nobody. */
  owner: string | null;
  /** Says what would happen, and changes nothing. */
  isDryRun: boolean;
  isPlan?: boolean;
  bringsAll?: boolean;
  /** Accounts join those of the same login that are here. */
  merges?: boolean;
  progress?: (report: Report) => void;
};

/**
 * Brings over what isn't here yet from another product. May end at any moment and be started again: what is here
 * already is passed over, and a share is there with all of its files or not at all.
 */
export async function runImport(ctx: Context, source: Source, wishes: Wishes): Promise<Report> {
  const { isDryRun, isPlan = false, bringsAll = false, merges = false, progress } = wishes;
  const report = new Report(source.product, isDryRun);
  const importing: Importing = {
    ctx,
    product: source.product,
    isDryRun,
    isPlan,
    bringsAll,
    merges,
    report,
    fallbackOwnerId: await ownerFor(ctx, source, wishes.owner),
    logins: new Set(),
    accounts: new Map(),
    aliases: new Map(),
  };
  for await (const item of source.items()) {
    await importItem(importing, item);
    progress?.(report);
  }
  return report;
}

async function importItem(importing: Importing, item: Item): Promise<void> {
  if ('account' in item) await importAccount(importing, item.account);
  else if ('remark' in item) importing.report.add(item.remark);
  else if ('alias' in item) await importAlias(importing, item.alias);
  else if ('invitation' in item) await importInvitation(importing, item.invitation);
  else await importShare(importing, item.share);
}

async function ownerFor({ db }: Context, source: Source, login: string | null): Promise<string | null> {
  if (login === null) {
    const ownerless = await source.countOwnerless();
    if (ownerless === 0) return null;
    throw new BadConfiguration(
      `${ownerless} things there belong to nobody. Add --owner LOGIN: the account that gets them.`,
    );
  }
  const account = await db.account.findFirst({ where: { login: normalLogin(login), deletingAt: null } });
  if (!account) throw new BadConfiguration(`There is no account "${login}". Check --owner.`);
  return account.id;
}
