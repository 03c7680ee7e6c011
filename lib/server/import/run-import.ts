import 'server-only';
import { normalLogin } from '@/lib/domain/ident';
import { BadConfiguration } from '@/lib/server/config';
import type { Context } from '@/lib/server/context';
import { isRefusedValue } from '@/lib/server/db/conflict';
import { hashOfKey, keptOf } from '@/lib/server/services/signup/invite-key';
import { importAccount } from './import-account';
import { importAlias } from './import-alias';
import { importShare } from './import-share';
import { broughtBefore, type Importing, note } from './importing';
import type { Report } from './report';
import type { Item, Kind, Source, SourceInvitation } from './source';

export type Wishes = {
  /** The login of who gets what belongs to nobody. */
  owner: string | null;
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
export async function runImport(ctx: Context, source: Source, report: Report, wishes: Wishes): Promise<void> {
  const { isPlan = false, bringsAll = false, merges = false, progress } = wishes;
  const importing: Importing = {
    ctx,
    product: source.product,
    isDryRun: report.isDryRun,
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
}

async function importItem(importing: Importing, item: Item): Promise<void> {
  if ('remark' in item) importing.report.add(item.remark);
  else if ('invitation' in item) await importInvitation(importing, item.invitation);
  else if ('account' in item) {
    const account = storable(item.account);
    await orLeave(importing, 'account', account, () => importAccount(importing, account));
    // Nobody else gets what belongs to an account that stays behind.
    if (!importing.accounts.has(account.oldId)) importing.accounts.set(account.oldId, null);
  } else if ('alias' in item) {
    const alias = storable(item.alias);
    await orLeave(importing, 'alias', alias, () => importAlias(importing, alias));
  } else {
    const share = storable(item.share);
    await orLeave(importing, 'share', share, () => importShare(importing, share));
  }
}

/** Without the one sign that no column takes. */
const storable = <T extends { oldId: string }>(item: T): T => {
  const clean = (value: unknown) => (typeof value === 'string' ? value.replaceAll('\0', '') : value);
  return Object.assign(
    {},
    item,
    Object.fromEntries(Object.entries(item).map(([key, value]) => [key, clean(value)])),
  );
};

/** One thing with a value that the database refuses never stops the others. */
async function orLeave(
  { report }: Importing,
  kind: Kind,
  { oldId, name = null }: { oldId: string; name?: string | null },
  bring: () => Promise<void>,
): Promise<void> {
  try {
    await bring();
  } catch (error) {
    if (!isRefusedValue(error)) throw error;
    // The error quotes what was to be written, which may be a hash.
    const text = 'one of its values can’t be kept here';
    report.add({ kind, oldId, name, reason: 'metadataUnreadable', text });
  }
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

/** A key goes on as long as it would have there, once. Neither the report nor our rows hold it. */
async function importInvitation(importing: Importing, invitation: SourceInvitation): Promise<void> {
  const { ctx, report, isDryRun } = importing;
  const { key, createdAt, expiresAt } = invitation;
  const oldId = hashOfKey(key);
  const isOver = expiresAt <= ctx.now;
  const text = isOver
    ? 'this invitation has ended'
    : `this invitation holds until ${expiresAt.toISOString()}`;
  report.add({ kind: 'invitation', oldId: `${key.slice(0, 6)}…`, text });
  if (isOver || isDryRun || (await broughtBefore(importing, 'invitation', oldId))) return;
  const id = ctx.newId();
  await ctx.db.$transaction(async (tx) => {
    await tx.invite.create({ data: { id, ...keptOf(key), createdAt, expiresAt } });
    await note(importing, tx, [{ kind: 'invitation', oldId, newId: id }]);
  });
}
