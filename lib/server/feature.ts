import type { allBytePaths } from '@/lib/contract/byte-calls/all-paths';
import type { OtherAccess } from '@/lib/contract/settings';
import type { SecretStore } from '@/lib/server/auth/stored-secret';
import type { AliasPass, Context, UserContext } from '@/lib/server/context';
import type { Prisma, PrismaClient } from '@/lib/server/db/generated/client';
import type { FeatureJob, RepairTimes } from '@/lib/server/jobs/queue';
import type { Listener } from '@/lib/server/journal/listener';
import type { NotSent } from '@/lib/server/mail/mailer';
import type { AccountMailName } from '@/lib/server/mail/templates/template';
import type { Table, TableFormat } from '@/lib/server/services/delivery/table';
import type { InboxFiles } from '@/lib/server/services/file/selection';
import type { ReadContent } from '@/lib/server/services/notice/account-content';
import type { Notice } from '@/lib/server/services/notice/bundle';

/** All that a feature adds to what others do. Each part may be left out. */
export type Feature = {
  name: string;
  /** Hear of events, in the statement that records them. */
  listeners?: readonly Listener[];
  jobs?: readonly FeatureJob[];
  /** Contents of mails to accounts. */
  mails?: Partial<Record<AccountMailName, ReadContent>>;
  /** Hears what became of them: taken by the mail server (null) or given up. */
  mailSettled?: (ctx: Context, notice: Notice, error: NotSent | null) => Promise<unknown>;
  /** Secrets that are encrypted anew for another AUTH_SECRET. */
  secrets?: readonly SecretStore[];
  access?: AccountAccess;
  /** Lets senders in by something else than the ID of an alias. */
  aliasPass?: (db: PrismaClient, given: string, now: Date) => Promise<AliasPass | null>;
  /** Takes own rows of an alias along when it gets another ID. */
  renameAlias?: (tx: Prisma.TransactionClient, ids: { from: string; to: string }) => Promise<unknown>;
  /** Files of an alias that come as one ZIP, and its tables, by the names of their calls. */
  archives?: OfByteCall<(ctx: UserContext, asked: AskedOfAlias) => Promise<InboxFiles>>;
  tables?: OfByteCall<(ctx: UserContext, asked: AskedOfAlias, format: TableFormat) => Promise<Table>>;
  /** The name of each file in an account's own data, and what is in it. */
  ownData?: (ctx: UserContext) => Record<string, AsyncIterable<unknown>>;
  /** Of its own tables. */
  repairTimes?: RepairTimes;
};

type OfByteCall<T> = Partial<Record<keyof typeof allBytePaths, T>>;

export type AskedOfAlias = { aliasId: string; query: URLSearchParams };

/** Lets somebody in or tells somebody of an account, beside its password and sessions. */
type AccountAccess = {
  /** Oldest first. */
  list: (
    db: Prisma.TransactionClient,
    account: { accountId: string; now: Date },
  ) => Promise<Omit<OtherAccess, 'inbox'>[]>;
  /** Ends it with a new password, as somebody else may have made it. */
  end?: (tx: Prisma.TransactionClient, accountId: string) => Promise<unknown>;
};
