import 'server-only';
import { AppError } from '@/lib/contract/errors';
import { audit } from '@/lib/server/audit/audit';
import type { Context } from '@/lib/server/context';
import type { Account, Prisma } from '@/lib/server/db/generated/client';

/** A person as a provider or a proxy in front names them. */
export type FederatedIdentity = {
  /** `oauth:<provider>`, or `extern` for a proxy. */
  source: string;
  /** What the source calls the person, always the same. */
  subject: string;
  /** The login of a new account; with a number, the one to take when those before are others'. */
  login: (number: number) => string;
  email: string | null;
};

type NewAccount = Prisma.AccountCreateManyInput & { id: string; source: string };
type Found = Pick<Account, 'id' | 'login' | 'admin' | 'state'>;

const select = { id: true, login: true, admin: true, state: true } as const;
const maxNamesakes = 50;

/**
 * The account of a federated identity, made when there is none. It is found by source and subject, never by its
 * login alone, so no source gets into an account of another.
 * @throws auth.accountDisabled, auth.externalSignupClosed, auth.otherSource
 */
export async function federatedAccount(ctx: Context, person: FederatedIdentity): Promise<Found> {
  const { source, subject } = person;
  const find = () => ctx.db.account.findUnique({ where: { source_subject: { source, subject } }, select });
  const account = (await find()) ?? (await adopt(ctx, person)) ?? (await make(ctx, person)) ?? (await find());
  if (!account) throw new AppError('auth.otherSource');
  if (account.state !== 'Active') throw new AppError('auth.accountDisabled');
  if (person.email !== null) await followEmail(ctx, account, { source, email: person.email });
  return account;
}

/** An address that was set or removed here stays so. */
async function followEmail(ctx: Context, { id, login }: Found, now: { source: string; email: string }) {
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
    const actor = { kind: actorKindOf(source), id, login };
    const details = { change: 'followed' };
    await audit(ctx, { event: 'settings.email', actor, object: { type: 'account', id }, details }, tx);
  });
}

/**
 * An account that an import brought from where subjects were kept in lower case alone. Its first sign-in says how its
 * subject is really spelled; from then on nobody else is taken for the same.
 */
async function adopt({ db }: Context, { source, subject }: FederatedIdentity): Promise<Found | null> {
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

/** Null: the same person's other request was faster. */
async function make(ctx: Context, person: FederatedIdentity): Promise<Found | null> {
  if (ctx.config.EXTERNAL_SIGNUP === 'closed') throw new AppError('auth.externalSignupClosed');
  const { source, subject, email } = person;
  for (let number = 1; number <= maxNamesakes; number++) {
    const login = person.login(number);
    const row = { id: ctx.newId(), login, source, subject, email, sourceEmail: email, createdAt: ctx.now };
    if (await isInserted(ctx, row)) return ctx.db.account.findUnique({ where: { id: row.id }, select });
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

const actorKindOf = (source: string) => (source === 'extern' ? ('proxy' as const) : ('oauth' as const));

function isInserted(ctx: Context, row: NewAccount): Promise<boolean> {
  const { id, login, source } = row;
  const actor = { kind: actorKindOf(source), id, login };
  return ctx.db.$transaction(async (tx) => {
    const { count } = await tx.account.createMany({ data: [row], skipDuplicates: true });
    if (count === 0) return false;
    await audit(
      ctx,
      { event: 'account.create', actor, object: { type: 'account', id }, details: { source } },
      tx,
    );
    return true;
  });
}
