import 'server-only';
import type { Context } from '@/lib/server/context';
import { Prisma } from '@/lib/server/db/generated/client';
import type { AccountMailName, NoticeName } from '@/lib/server/mail/templates/template';
import { bundleEnd, type Column, queueNotices } from './notice';

/** The receivers of a mail, where its kind alone doesn't say them. */
export type MailTo = {
  accountId?: string;
  accountIds?: readonly string[];
  address?: string;
  /** One of the share's; without it, all who got no link yet. */
  recipientId?: string;
  /** Of `newSignIn` the session's, of `invite` the invite's. */
  id?: string;
  /** Named in the mail, whatever becomes of it before the mail is written. */
  facts?: Prisma.InputJsonObject;
};

/** Rows for each of `source`, as `e`. */
type MailRows = { columns: readonly Column[]; rows: Prisma.Sql; onConflict?: Prisma.Sql };
type Choice = { name: MailName; to: MailTo; source: Prisma.Sql };
type ChooseRows = (ctx: Context, choice: Choice) => MailRows;

const newIds = Prisma.sql`replace(gen_random_uuid()::text, '-', '')`;
const accountColumns = ['id', 'accountId', 'address', 'facts', 'kind', 'dueAt'] as const;

const toAccount: ChooseRows = ({ newId }, { name, to, source }) => {
  const { id = newId(), accountId = null, address = null, facts = null } = to;
  const json = facts && JSON.stringify(facts);
  return {
    columns: accountColumns,
    rows: Prisma.sql`SELECT ${id}, ${accountId}, ${address}, ${json}::jsonb, ${name}, now() FROM ${source} e`,
  };
};

/** To the address of that moment: a change of it afterwards leads the mail nowhere else. */
const warnAccount: ChooseRows = (ctx, { name, to, source }) => {
  const json = to.facts ? JSON.stringify(to.facts) : null;
  return {
    columns: accountColumns,
    rows: Prisma.sql`
      SELECT ${ctx.newId()}, a."id", a."email", ${json}::jsonb, ${name}, now()
      FROM ${source} e JOIN "Account" a ON a."id" = ${to.accountId ?? null}`,
  };
};

/** In place of an earlier mail that still waits. */
const replaceEarlier: ChooseRows = (ctx, choice) => ({
  ...toAccount(ctx, choice),
  onConflict: Prisma.sql`
    ON CONFLICT ("id") DO UPDATE SET "accountId" = EXCLUDED."accountId", "kind" = EXCLUDED."kind", "tries" = 0,
      "dueAt" = now(), "createdAt" = now()`,
});

const toAdmins: ChooseRows = (_, { name, to, source }) => ({
  columns: accountColumns,
  rows: Prisma.sql`
    SELECT ${newIds}, a."id", NULL, ${JSON.stringify(to.facts ?? {})}::jsonb, ${name}, now()
    FROM ${source} e JOIN "Account" a ON a."admin"
    WHERE a."state" = 'Active' AND a."deletingAt" IS NULL AND a."email" IS NOT NULL`,
});

/** A minute later, so that their allowance is counted first; after a crash they are sent uncounted. */
const toReceivers: ChooseRows = (_, { name, to, source }) => ({
  columns: ['id', 'shareId', 'accountId', 'kind', 'dueAt'],
  rows: Prisma.sql`
    SELECT ${newIds}, e."shareId", n."account", ${name}, now() + interval '1 minute'
    FROM ${source} e CROSS JOIN unnest(${to.accountIds ?? []}::text[]) AS n ("account")`,
});

/** A mail that already waits becomes due at once. */
const toRecipients: ChooseRows = (_, { name, to: { recipientId }, source }) => ({
  columns: ['id', 'shareId', 'recipientId', 'kind', 'dueAt'],
  rows: Prisma.sql`
    SELECT ${newIds}, r."shareId", r."id", ${name}, now() FROM ${source} e JOIN "Recipient" r ON r."shareId" = e."shareId"
    WHERE r."withdrawnAt" IS NULL
      AND ${recipientId ? Prisma.sql`r."id" = ${recipientId}` : Prisma.sql`r."sentAt" IS NULL AND r."refusal" IS NULL`}`,
  onConflict: Prisma.sql`
    ON CONFLICT ("recipientId", "kind") DO UPDATE SET "dueAt" = now(), "createdAt" = now(), "tries" = 0`,
});

const toSender: ChooseRows = (_, { name, source }) => ({
  columns: ['id', 'shareId', 'kind', 'dueAt'],
  rows: Prisma.sql`SELECT ${newIds}, e."shareId", ${name}, now() FROM ${source} e`,
});

/** The share's owner and all admins, one mail a minute for each share. */
const toKeepers: ChooseRows = (_, { name, source }) => ({
  columns: ['id', 'accountId', 'kind', 'dueAt'],
  rows: Prisma.sql`
    SELECT e."shareId" || '/' || a."id", a."id", ${name}, now() + interval '1 minute'
    FROM ${source} e JOIN "Share" s ON s."id" = e."shareId" JOIN "Account" a ON a."id" = s."ownerId" OR a."admin"
    WHERE a."state" = 'Active' AND a."email" IS NOT NULL`,
});

/** The ID of a notice to keepers begins with the share's. */
export const shareOfNotice = (id: string): string => id.slice(0, id.indexOf('/'));

/** If the share's owner wants it. Of `downloads`, which need that column, a waiting mail tells of later ones as well. */
const toOwner =
  (wish: string): ChooseRows =>
  (_, { name, source }) => {
    const [since, dueAt] =
      name === 'downloads'
        ? [Prisma.sql`e."downloads" - 1`, bundleEnd]
        : [Prisma.sql`NULL`, Prisma.sql`now()`];
    const wished = Prisma.raw(`"${wish}"`);
    return {
      columns: ['id', 'shareId', 'accountId', 'kind', 'since', 'dueAt'],
      rows: Prisma.sql`
        SELECT ${newIds}, s."id", o."id", ${name}, ${since}::integer, ${dueAt}
        FROM ${source} e JOIN "Share" s ON s."id" = e."shareId" JOIN "Account" o ON o."id" = s."ownerId"
        WHERE coalesce(s.${wished}, o.${wished}) AND o."email" IS NOT NULL`,
    };
  };

/** Each row of `source` says all: "noticeId", "accountId", "address", "facts" and "dueAt". */
const toEach: ChooseRows = (_, { name, source }) => ({
  columns: accountColumns,
  rows: Prisma.sql`
    SELECT coalesce(e."noticeId", ${newIds}), e."accountId", e."address", e."facts", ${name}, e."dueAt" FROM ${source} e`,
});

/** Known by the share alone. */
const ofShare = {
  firstDownload: toOwner('tellFirst'),
  downloads: toOwner('tellEvery'),
  limitReached: toOwner('tellLimit'),
  ending: toOwner('tellEnd'),
  quarantined: toKeepers,
  receipt: toSender,
};

const mails = {
  ...ofShare,
  arrival: toReceivers,
  recipient: toRecipients,
  code: toRecipients,
  /** Becomes one `reset` for each address that it means. */
  forgot: toAccount,
  reset: toAccount,
  confirmEmail: toAccount,
  emailChanged: toAccount,
  addressInUse: toAccount,
  invite: toAccount,
  leaving: toAccount,
  newSignIn: toAccount,
  reported: toAccount,
  takenDown: replaceEarlier,
  allowedAgain: replaceEarlier,
  webhookOff: replaceEarlier,
  requestAsk: toEach,
  requestCode: replaceEarlier,
  requestReminder: toEach,
  requestAgain: toEach,
  requestThanks: toEach,
  requestDone: toEach,
  diskLow: toAdmins,
  storageDamaged: toAdmins,
  adminAdded: toAdmins,
  passwordChanged: warnAccount,
  passwordReset: warnAccount,
  factorAdded: warnAccount,
  factorRemoved: warnAccount,
  passkeyAdded: warnAccount,
  passkeyRemoved: warnAccount,
  webhookAdded: warnAccount,
  membersAdded: warnAccount,
  signInMailOff: warnAccount,
} satisfies Partial<
  Record<AccountMailName | NoticeName | 'forgot' | 'recipient' | 'code' | 'receipt', ChooseRows>
>;

export type MailName = keyof typeof mails;
/** Their events say nothing of who gets them. */
export type ShareMailName = keyof typeof ofShare;

export const mailNames = Object.keys(mails);

/** A CTE that queues the mail. */
export function insertMail(
  ctx: Context,
  name: MailName,
  { to, source, nth }: { to: MailTo; source: Prisma.Sql; nth: number },
): Prisma.Sql {
  const { columns, rows, onConflict } = mails[name](ctx, { name, to, source }) as MailRows;
  return Prisma.sql`, ${nameOf(nth)} AS (${queueNotices(columns, rows, onConflict)} RETURNING "dueAt")`;
}

/** A CTE that makes the job due with the first mail of those CTEs. */
export function callForMails(nths: readonly number[]): Prisma.Sql {
  if (nths.length === 0) return Prisma.empty;
  const queued = Prisma.join(
    nths.map((nth) => Prisma.sql`SELECT "dueAt" FROM ${nameOf(nth)}`),
    ' UNION ALL ',
  );
  return Prisma.sql`, "called" AS (
    UPDATE "Job" j SET "dueAt" = least(j."dueAt", q."at") FROM (SELECT min("dueAt") AS "at" FROM (${queued}) n) q
    WHERE j."name" = 'send notices' AND q."at" IS NOT NULL)`;
}

const nameOf = (nth: number) => Prisma.raw(`"noticed${nth}"`);
