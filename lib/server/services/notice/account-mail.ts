import 'server-only';
import type { OtherAccess } from '@/lib/contract/settings';
import { mailAddress } from '@/lib/domain/mail/mail-address';
import { oneLine } from '@/lib/domain/pasted/plain-text';
import { displayZone } from '@/lib/domain/time/time-zone';
import { formatBytes } from '@/lib/domain/units';
import { paths } from '@/lib/paths';
import type { Context } from '@/lib/server/context';
import { record } from '@/lib/server/journal/record';
import { isBelowLimit } from '@/lib/server/limits/attempt';
import { mailLanguage } from '@/lib/server/mail/languages';
import type { Mail } from '@/lib/server/mail/mailer';
import { type AccountMailName, accountMailNames } from '@/lib/server/mail/templates/template';
import { registeredFeatures } from '@/lib/server/registered-features';
import { enterable } from '@/lib/server/services/account/lock';
import { codeMs, createCode, writeCode } from '@/lib/server/services/account-code/code';
import { findHolders } from '@/lib/server/services/account-code/confirm-email';
import { findResettable, queueResets } from '@/lib/server/services/account-code/forgot';
import { templateContent } from '@/lib/server/services/mail/content';
import { clientWords, mailMoment, mailTitle, titleSelect } from '@/lib/server/services/mail/wording';
import { reportContent } from '@/lib/server/services/oversight/reports';
import { writeKey } from '@/lib/server/services/signup/invites';
import {
  type AccountMailContent,
  type MailFacts,
  type ReadContent,
  receiverOf,
  warningContent,
} from './account-content';
import type { Notice } from './bundle';
import { quarantineContent } from './quarantine-content';

/** Their codes differ with each attempt; all others come again as the same mail. */
const withCode: readonly AccountMailName[] = ['reset', 'confirmEmail', 'invite'];

const hasCode = (name: AccountMailName, facts: MailFacts | undefined): boolean =>
  withCode.includes(name) || facts?.code !== undefined;

/** Composes a mail that belongs to no share. Returns null when nobody is to get it any more. */
export async function composeAccountMail(ctx: Context, notice: Notice): Promise<Mail | null> {
  if (notice.kind === 'forgot') await queueResets(ctx, notice);
  const template = accountMailNames.find((name) => name === notice.kind);
  const content = template && (await contentOf(template)?.(ctx, notice));
  const to = mailAddress(content?.to ?? '');
  if (!template || !content || to === null) return null;
  const { BASE_URL, MAIL_FROM, DEFAULT_LANGUAGE, APP_NAME } = ctx.config;
  const { login, links, facts, look = null, mail } = content;
  const language = mailLanguage([content.language, DEFAULT_LANGUAGE]);
  const url = links[0]?.url ?? BASE_URL;
  const values = { user: login, url, accounts: links, ...facts };
  return {
    ...(await templateContent(ctx, { template, language, values, look })),
    from: MAIL_FROM ?? { name: APP_NAME, address: to },
    to,
    replyTo: null,
    ...(!hasCode(template, facts) && { messageId: `<${notice.id}@${new URL(BASE_URL).hostname}>` }),
    isNotice: true,
    ...mail,
  };
}

const ownContent: Partial<Record<AccountMailName, ReadContent>> = {
  reset: resetContent,
  confirmEmail: confirmContent,
  addressInUse: addressInUseContent,
  invite: inviteContent,
  passwordChanged: warningContent,
  passwordReset: resetDoneContent,
  factorAdded: warningContent,
  factorRemoved: warningContent,
  passkeyAdded: warningContent,
  passkeyRemoved: warningContent,
  leaving: leavingContent,
  emailChanged: warningContent,
  newSignIn: signInContent,
  takenDown: blockContent,
  allowedAgain: blockContent,
  quarantined: async (ctx, notice) => quarantineContent(ctx, notice, await receiverOf(ctx, notice)),
  reported: reportContent,
  membersAdded: async (ctx, notice) => warningContent(ctx, notice, paths.security),
  signInMailOff: async (ctx, notice) => warningContent(ctx, notice, paths.notifications),
  diskLow: diskContent,
  storageDamaged: damageContent,
  adminAdded: adminContent,
};

/** Undefined for a mail that no feature knows any more. */
export const contentOf = (name: AccountMailName): ReadContent | undefined =>
  ownContent[name] ?? registeredFeatures().find(({ mails }) => mails?.[name])?.mails?.[name];

/** Names what the account had given access to when its password was reset. */
async function resetDoneContent(ctx: Context, notice: Notice): Promise<AccountMailContent | null> {
  const account = await receiverOf(ctx, notice, enterable);
  const content = await warningContent(ctx, notice, paths.security);
  const { others = [] } = (notice.facts ?? {}) as { others?: OtherAccess[] };
  const language = mailLanguage([account?.language, ctx.config.DEFAULT_LANGUAGE]);
  const reader = { language, timezone: account?.timezone ?? null };
  const those = (kind: OtherAccess['kind']) =>
    others
      .filter((one) => one.kind === kind)
      .map(({ name, inbox, created }) => ({
        title: oneLine(name),
        inbox: oneLine(inbox?.name ?? ''),
        date: created === null ? '' : mailMoment(ctx, created, reader),
      }));
  const facts = {
    passkeys: those('passkey'),
    members: those('member'),
    webhooks: those('webhook'),
    tokens: those('token'),
  };
  return content && { ...content, facts };
}

/** Nothing for somebody who has come back. */
async function leavingContent({ db, config }: Context, { accountId }: Notice) {
  const where = { id: accountId ?? '', leavesAt: { not: null }, deletingAt: null };
  const account = await db.account.findFirst({ where });
  if (!account?.leavesAt) return null;
  const language = mailLanguage([account.language, config.DEFAULT_LANGUAGE]);
  const date = mailMoment({ config }, account.leavesAt, { language, timezone: account.timezone });
  return { ...account, to: account.email ?? '', links: [], facts: { date } };
}

/** Each attempt to send makes new codes, because none is kept. */
async function resetContent(ctx: Context, { accountId, address, createdAt }: Notice) {
  if (ctx.now.getTime() - createdAt.getTime() > codeMs.reset) return null;
  const to = address ?? (await receiverOf(ctx, { accountId }, enterable))?.email ?? '';
  const accounts = (await findResettable(ctx, to)).filter(
    ({ id, email }) => email?.toLowerCase() === to.toLowerCase() && (accountId === null || id === accountId),
  );
  const [first] = accounts;
  if (!first) return null;
  const links = await Promise.all(
    accounts.map(async ({ id, login, email }) => {
      const code = await createCode(ctx, ctx.db, { accountId: id, kind: 'reset', address: email });
      return { login, url: ctx.config.BASE_URL + paths.reset((await writeCode(ctx, code)) ?? '') };
    }),
  );
  return { ...first, to, links };
}

/** Looks up here who has the address of a new account, so that neither answer nor time of `register` tells. */
async function confirmContent(ctx: Context, notice: Notice) {
  const account = await receiverOf(ctx, notice, { state: { in: ['Active', 'Pending'] } });
  const address = account?.state === 'Pending' ? account.email : null;
  if (address && (await findHolders(ctx.db, address)).length > 0) {
    await record(ctx, { event: 'account.inUse', mail: { address } }, ctx.db);
    return null;
  }
  const pending = await ctx.db.accountCode.findFirst({
    where: { accountId: notice.accountId ?? '', kind: 'email', usedAt: null },
    orderBy: { createdAt: 'desc' },
  });
  const code = pending && (await writeCode(ctx, pending.id));
  if (!account || !code) return null;
  const url = ctx.config.BASE_URL + paths.confirmEmail(code);
  return { ...account, to: pending.address ?? '', links: [{ login: account.login, url }] };
}

/** The notice has the ID of the session that it tells of. */
async function signInContent(ctx: Context, { id, accountId }: Notice) {
  const account = await receiverOf(ctx, { accountId }, enterable);
  const session = await ctx.db.session.findUnique({ where: { id } });
  if (!account?.tellSignIn || !session) return null;
  if (!(await isBelowLimit(ctx, { limit: 'signInMail', of: [session.accountId] }))) return null;
  const reader = { ...account, language: mailLanguage([account.language, ctx.config.DEFAULT_LANGUAGE]) };
  const facts = {
    client: session.name ?? clientWords(reader.language, session.userAgent),
    date: mailMoment(ctx, session.createdAt, reader),
    address: session.address ?? '',
  };
  const url = ctx.config.BASE_URL + paths.security;
  return { ...account, to: account.email ?? '', links: [{ login: account.login, url }], facts };
}

/** The notice has the ID of what it tells of: a share, or for admins an alias. */
async function blockContent(ctx: Context, { id, accountId, kind }: Notice) {
  const owner = await receiverOf(ctx, { accountId });
  if (!owner) return null;
  const { DEFAULT_LANGUAGE, DEFAULT_TIMEZONE: fallback } = ctx.config;
  const reader = {
    language: mailLanguage([owner.language, DEFAULT_LANGUAGE]),
    timezone: displayZone(owner.timezone, { device: undefined, fallback }),
  };
  const found = await findBlocked(ctx, id, reader);
  const isBlocked = found?.blockReason != null;
  if (!found || isBlocked !== (kind === 'takenDown')) return null;
  const { path, blockReason, ...facts } = found;
  const links = [{ login: owner.login, url: ctx.config.BASE_URL + path }];
  return { ...owner, to: owner.email ?? '', links, facts: { ...facts, message: blockReason ?? '' } };
}

async function findBlocked(ctx: Context, id: string, reader: Parameters<typeof mailTitle>[2]) {
  const select = { ...titleSelect, blockReason: true };
  const share = await ctx.db.share.findUnique({ where: { id }, select });
  if (share) {
    const { blockReason } = share;
    return { title: await mailTitle(ctx, share, reader), path: paths.share(id), blockReason };
  }
  const alias = await ctx.db.alias.findFirst({ where: { adminKey: id } });
  return alias && { title: alias.name, path: paths.alias(alias.id), blockReason: alias.blockReason };
}

async function addressInUseContent(ctx: Context, { address }: Notice) {
  const holders = await findHolders(ctx.db, address ?? '');
  const [first] = holders;
  const url = ctx.config.BASE_URL + paths.login();
  return first && address
    ? { ...first, to: address, links: holders.map(({ login }) => ({ login, url })) }
    : null;
}

/** Each attempt to send makes a new key, because none is kept. In the language of who invites. */
async function inviteContent(ctx: Context, { id }: Notice) {
  const invite = await writeKey(ctx, id);
  if (!invite) return null;
  const language = mailLanguage([invite.createdBy?.language, ctx.config.DEFAULT_LANGUAGE]);
  const date = mailMoment(ctx, invite.expiresAt, { language, timezone: null });
  const facts = { title: ctx.config.APP_NAME, date };
  const url = ctx.config.BASE_URL + paths.registerMailed(invite.key);
  return { to: invite.address, login: '', language, links: [{ login: '', url }], facts };
}

/** Nothing for who is no admin any more. */
async function damageContent(ctx: Context, notice: Notice): Promise<AccountMailContent | null> {
  const admin = await receiverOf(ctx, notice, { state: 'Active', admin: true });
  if (!admin) return null;
  const { count } = notice.facts as { count: number };
  const links = [{ login: admin.login, url: ctx.config.BASE_URL + paths.doctor }];
  return { ...admin, to: admin.email ?? '', links, facts: { count } };
}

async function adminContent(ctx: Context, notice: Notice): Promise<AccountMailContent | null> {
  const admin = await receiverOf(ctx, notice, { state: 'Active', admin: true });
  if (!admin) return null;
  const { id, login } = notice.facts as { id: string; login: string };
  const links = [{ login: admin.login, url: ctx.config.BASE_URL + paths.account(id) }];
  return { ...admin, to: admin.email ?? '', links, facts: { title: login } };
}

async function diskContent(ctx: Context, notice: Notice): Promise<AccountMailContent | null> {
  const admin = await receiverOf(ctx, notice, { state: 'Active', admin: true });
  if (!admin) return null;
  const { folder, freeBytes } = notice.facts as { folder: string; freeBytes: number };
  const language = mailLanguage([admin.language, ctx.config.DEFAULT_LANGUAGE]);
  const facts = { title: folder, size: formatBytes(freeBytes, language) };
  const links = [{ login: admin.login, url: ctx.config.BASE_URL + paths.doctor }];
  return { ...admin, to: admin.email ?? '', links, facts };
}
