import 'server-only';
import { AppError } from '@/lib/contract/errors';
import { CleanText } from '@/lib/contract/fields';
import type { Admission } from '@/lib/domain/account/admission';
import type { Context } from '@/lib/server/context';
import type { Account, Prisma } from '@/lib/server/db/generated/client';
import { record } from '@/lib/server/journal/record';
import { nameColumns } from '@/lib/server/services/profile/name-columns';
import { applyAdmission, sourceKind } from './apply-admission';
import { mayEnter } from './lock';

export type FederatedIdentity = {
  /** `oauth:<provider>`, or `extern` for a proxy. */
  source: string;
  subject: string;
  /** Returns the n-th candidate for a new account's login, counted from 1. */
  login: (number: number) => string;
  email: string | null;
  /** For visitors, in place of the login; missing where the source tells none. */
  name?: string | null;
  /** Missing where the source decides nothing. */
  admission?: Admission;
};

type AccountInsert = Prisma.AccountCreateManyInput & { id: string; source: string };
type FederatedAccount = Pick<Account, keyof typeof select>;

const select = {
  id: true,
  login: true,
  source: true,
  admin: true,
  state: true,
  groups: true,
  refused: true,
  leavesAt: true,
} as const;
const maxNamesakes = 50;
const maxNameChars = 120;

/**
 * Finds or creates the account of a federated identity. It is matched by source and subject, never by login alone,
 * so one source cannot enter an account of another.
 * @throws auth.accountDisabled, auth.externalSignupClosed, auth.otherSource, auth.notAdmitted,
 * auth.emailUnverified
 */
export async function federatedAccount(ctx: Context, person: FederatedIdentity): Promise<FederatedAccount> {
  const { source, subject, admission } = person;
  const find = () => ctx.db.account.findUnique({ where: { source_subject: { source, subject } }, select });
  const known = (await find()) ?? (await adoptImported(ctx, person));
  const refusal = admission?.refusal;
  const found = known || refusal ? known : ((await createAccountFor(ctx, person)) ?? (await find()));
  const account = found && admission ? await applyAdmission(ctx, found, admission) : found;
  if (refusal) throw new AppError(refusal.code, {}, { cause: new Error(refusal.reason) });
  if (!account) throw new AppError('auth.otherSource');
  if (!mayEnter(account)) throw new AppError('auth.accountDisabled');
  if (person.email !== null) await syncEmail(ctx, account, { source, email: person.email });
  if (person.name) await syncName(ctx, account, person.name);
  return account;
}

/** Keeps an address that was changed or removed here. */
async function syncEmail(
  ctx: Context,
  { id, login }: FederatedAccount,
  now: { source: string; email: string },
) {
  const { source, email } = now;
  const known = await ctx.db.account.findUnique({
    where: { id },
    select: { email: true, sourceEmail: true },
  });
  if (!known || known.sourceEmail === email) return;
  const isOwn = known.email !== known.sourceEmail;
  await ctx.db.$transaction(async (tx) => {
    const { count } = await tx.account.updateMany({
      where: { id, ...known },
      data: { sourceEmail: email, ...(!isOwn && { email }) },
    });
    if (isOwn || count === 0) return;
    const actor = { kind: sourceKind(source), id, login };
    const details = { change: 'followed' };
    await record(ctx, { event: 'settings.email', actor, object: { type: 'account', id }, details }, tx);
  });
}

/** Fills an empty name once, and keeps one that was changed, emptied or taken away here. */
async function syncName({ db }: Context, { id }: FederatedAccount, said: string): Promise<void> {
  const name = CleanText.parse(said).slice(0, maxNameChars).toWellFormed();
  const where = { id };
  const known = await db.account.findUnique({ where, select: { displayName: true, sourceName: true } });
  if (!known || !name || known.sourceName === name) return;
  const isOwn = known.displayName !== null && known.displayName !== known.sourceName;
  const data = { sourceName: name, ...(!isOwn && nameColumns(name)) };
  await db.account.updateMany({ where: { ...where, ...known }, data });
}

/**
 * Matches an account imported from Sharry, which stored subjects in lower case. The first sign-in stores the exact
 * spelling, so no other subject matches it later.
 */
async function adoptImported(
  { db }: Context,
  { source, subject }: FederatedIdentity,
): Promise<FederatedAccount | null> {
  const folded = subject.toLowerCase();
  if (folded === subject) return null;
  const where = { source, subject: folded, lastLoginAt: null };
  const account = await db.account.findFirst({ where, select });
  if (!account) return null;
  const oldId = { product: 'sharry', kind: 'account', newId: account.id };
  if ((await db.imported.count({ where: oldId })) === 0) return null;
  const { count } = await db.account.updateMany({ where: { ...where, id: account.id }, data: { subject } });
  return count === 1 ? account : null;
}

/** Returns null when a concurrent request of the same person created the account. */
async function createAccountFor(ctx: Context, person: FederatedIdentity): Promise<FederatedAccount | null> {
  if (ctx.config.EXTERNAL_SIGNUP === 'closed') throw new AppError('auth.externalSignupClosed');
  const { source, subject, email } = person;
  for (let number = 1; number <= maxNamesakes; number++) {
    const login = person.login(number);
    const row = { id: ctx.newId(), login, source, subject, email, sourceEmail: email, createdAt: ctx.now };
    if (await tryInsert(ctx, row)) return ctx.db.account.findUnique({ where: { id: row.id }, select });
    const holder = await ctx.db.account.findUnique({
      where: { login },
      select: { source: true, subject: true },
    });
    if (!holder) return null;
    if (holder.source !== source) throw new AppError('auth.otherSource');
    if (holder.subject === subject) return null;
  }
  throw new AppError('auth.otherSource');
}

function tryInsert(ctx: Context, row: AccountInsert): Promise<boolean> {
  const { id, login, source } = row;
  const actor = { kind: sourceKind(source), id, login };
  return ctx.db.$transaction(async (tx) => {
    const { count } = await tx.account.createMany({ data: [row], skipDuplicates: true });
    if (count === 0) return false;
    await record(
      ctx,
      {
        event: 'account.create',
        actor,
        object: { type: 'account', id },
        details: { source },
        payload: { account: id, login },
      },
      tx,
    );
    return true;
  });
}
