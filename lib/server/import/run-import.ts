import 'server-only';
import { normalLogin } from '@/lib/domain/ident';
import { BadConfiguration } from '@/lib/server/config';
import type { Context } from '@/lib/server/context';
import { isRefusedValue } from '@/lib/server/db/errors';
import { inviteKeyHash, storedKey } from '@/lib/server/services/signup/invites';
import { importAccount } from './import-account';
import { importAlias } from './import-alias';
import { findImported, type ImportRun, recordImported } from './import-run';
import { importShare } from './import-share';
import type { Report } from './report';
import type { ImportSource, ItemKind, SourceInvitation, SourceItem } from './source';

export type ImportOptions = {
  owner: string | null;
  isPlan?: boolean;
  includesExpired?: boolean;
  mergesAccounts?: boolean;
  progress?: (report: Report) => void;
};

export async function runImport(
  ctx: Context,
  source: ImportSource,
  report: Report,
  options: ImportOptions,
): Promise<void> {
  const { isPlan = false, includesExpired = false, mergesAccounts = false, progress } = options;
  const run: ImportRun = {
    ctx,
    product: source.product,
    isDryRun: report.isDryRun,
    isPlan,
    includesExpired,
    mergesAccounts,
    report,
    fallbackOwnerId: await findOwnerId(ctx, source, options.owner),
    logins: new Set(),
    accounts: new Map(),
    aliases: new Map(),
  };
  for await (const item of source.items()) {
    await importItem(run, item);
    progress?.(report);
  }
}

async function importItem(run: ImportRun, item: SourceItem): Promise<void> {
  if ('remark' in item) run.report.add(item.remark);
  else if ('invitation' in item) await importInvitation(run, item.invitation);
  else if ('account' in item) {
    const account = withoutNulCharacters(item.account);
    await skipIfRefused(run, 'account', account, () => importAccount(run, account));
    // Prevents others from getting what belongs to a skipped account.
    if (!run.accounts.has(account.oldId)) run.accounts.set(account.oldId, null);
  } else if ('alias' in item) {
    const alias = withoutNulCharacters(item.alias);
    await skipIfRefused(run, 'alias', alias, () => importAlias(run, alias));
  } else {
    const share = withoutNulCharacters(item.share);
    await skipIfRefused(run, 'share', share, () => importShare(run, share));
  }
}

const withoutNulCharacters = <T extends { oldId: string }>(item: T): T => {
  const clean = (value: unknown) => (typeof value === 'string' ? value.replaceAll('\0', '') : value);
  return Object.assign(
    {},
    item,
    Object.fromEntries(Object.entries(item).map(([key, value]) => [key, clean(value)])),
  );
};

async function skipIfRefused(
  { report }: ImportRun,
  kind: ItemKind,
  { oldId, name = null }: { oldId: string; name?: string | null },
  bring: () => Promise<void>,
): Promise<void> {
  try {
    await bring();
  } catch (error) {
    if (!isRefusedValue(error)) throw error;
    // The error quotes the value, which may be a hash.
    const text = 'one of its values can’t be kept here';
    report.add({ kind, oldId, name, reason: 'metadataUnreadable', text });
  }
}

async function findOwnerId(
  { db }: Context,
  source: ImportSource,
  login: string | null,
): Promise<string | null> {
  if (login === null) {
    const ownerless = await source.countOwnerless();
    if (ownerless === 0) return null;
    throw new BadConfiguration(
      `${ownerless} things there belong to nobody. Add --owner LOGIN: the account that gets them.`,
    );
  }
  const account = await db.account.findFirst({ where: { login: normalLogin(login), deletingAt: null } });
  if (!account) throw new BadConfiguration(`There is no account "${login}". Check --owner.`);
  if (account.state !== 'Active')
    throw new BadConfiguration(
      `The account "${login}" is not active, so no link of its would open. Enable it first.`,
    );
  return account.id;
}

/** Keeps the invitation's end. The key itself is neither reported nor stored. */
async function importInvitation(run: ImportRun, invitation: SourceInvitation): Promise<void> {
  const { ctx, report, isDryRun } = run;
  const { key, createdAt, expiresAt } = invitation;
  const oldId = inviteKeyHash(key);
  const isOver = expiresAt <= ctx.now;
  const text = isOver
    ? 'this invitation has ended'
    : `this invitation holds until ${expiresAt.toISOString()}`;
  report.add({ kind: 'invitation', oldId: `${key.slice(0, 6)}…`, text });
  if (isOver || isDryRun || (await findImported(run, 'invitation', oldId))) return;
  const id = ctx.newId();
  await ctx.db.$transaction(async (tx) => {
    await tx.invite.create({ data: { id, ...storedKey(key), createdAt, expiresAt } });
    await recordImported(run, tx, [{ kind: 'invitation', oldId, newId: id }]);
  });
}
