import 'server-only';
import { mailAddress } from '@/lib/domain/mail/mail-address';
import { oneLine } from '@/lib/domain/pasted/plain-text';
import { isDaytime, nextDaytime } from '@/lib/domain/request/due';
import { isThere, type SlotState, slotState } from '@/lib/domain/request/progress';
import { paths, serverPaths } from '@/lib/paths';
import { codeMs } from '@/lib/server/auth/mail-code';
import type { Context } from '@/lib/server/context';
import type { Prisma } from '@/lib/server/db/generated/client';
import { mailLanguage } from '@/lib/server/mail/languages';
import type { NotSent } from '@/lib/server/mail/mailer';
import { acceptingFiles } from '@/lib/server/services/access/alias';
import { inboxLook } from '@/lib/server/services/mail/inbox-look';
import { viaServer } from '@/lib/server/services/mail/sender-look';
import { mailDay } from '@/lib/server/services/mail/wording';
import {
  type AccountMailContent,
  type ReadContent,
  receiverOf,
} from '@/lib/server/services/notice/account-content';
import type { Notice } from '@/lib/server/services/notice/bundle';
import { nameOf, senderSelect } from '@/lib/server/services/profile/sender';
import { requestUrl, stopToken } from './link';
import { createRequestCode } from './proof';
import { zoneOf } from './queue';

const include = {
  cells: true,
  round: {
    include: {
      slots: { orderBy: { position: 'asc' } },
      alias: { include: { form: true, seal: true, owner: { select: { ...senderSelect, email: true } } } },
    },
  },
} as const satisfies Prisma.FileRequestInclude;

type MailedRequest = Prisma.FileRequestGetPayload<{ include: typeof include }>;
type Facts = { request?: string; nth?: number };

const factsOf = ({ facts }: Notice): Facts => (facts ?? {}) as Facts;

const findRequest = ({ db }: Context, notice: Notice): Promise<MailedRequest | null> =>
  db.fileRequest.findFirst({
    where: { id: factsOf(notice).request ?? '', round: { alias: acceptingFiles } },
    include,
  });

/** Names of the slots that are like this, and their reasons. */
function slotsThatAre({ round, cells }: MailedRequest, is: (state: SlotState) => boolean) {
  return round.slots.flatMap((slot) => {
    const cell = cells.find(({ slotId }) => slotId === slot.id);
    return is(slotState(cell)) ? [{ ...slot, reason: cell?.reason ?? '' }] : [];
  });
}

/** Null for who is not to get it any more. */
const toPerson =
  (fill: (person: MailedRequest) => AccountMailContent['facts'] | null): ReadContent =>
  async (ctx, notice) => {
    const person = await findRequest(ctx, notice);
    const facts = person && fill(person);
    if (!person || !facts) return null;
    const { BASE_URL, DEFAULT_LANGUAGE, MAIL_FROM } = ctx.config;
    const { alias } = person.round;
    const from = alias.form?.recipient || nameOf(alias.owner);
    const language = mailLanguage([person.language, alias.form?.language, DEFAULT_LANGUAGE]);
    const stop = stopToken(ctx, person.id);
    const owner = mailAddress(alias.owner.email ?? '');
    return {
      to: person.address,
      login: person.name,
      language,
      links: [{ login: person.name, url: await requestUrl(ctx, person) }],
      look: await inboxLook(ctx, alias.id),
      facts: {
        aliasName: from,
        title: person.round.name,
        date: mailDay(ctx, person.dueAt, { language, timezone: zoneOf(ctx, person) }),
        endUrl: BASE_URL + serverPaths.stopReminders(stop),
        ...facts,
      },
      mail: {
        ...(MAIL_FROM && { from: viaServer(ctx, from, MAIL_FROM) }),
        replyTo: owner === null ? null : { name: oneLine(from), address: owner },
        unsubscribeUrl: BASE_URL + serverPaths.stopCall(stop),
      },
    };
  };

const named = (slots: readonly { name: string }[]) => slots.map(({ name }) => oneLine(name)).join(', ');

export const requestAsk = toPerson((person) => {
  const slots = slotsThatAre(person, (state) => !isThere(state));
  const message = [person.round.message, person.message].filter((text) => text !== '').join('\n\n');
  return { files: named(slots), message };
});

const reminder = toPerson((person) => {
  const missing = slotsThatAre(person, (state) => !isThere(state));
  return { files: named(missing), count: missing.length };
});

/** None by night, however long the mail server was away: it is planned anew. None after all is there. */
export const requestReminder: ReadContent = async (ctx, notice) => {
  const person = await findRequest(ctx, notice);
  if (!person || person.completeAt || person.stoppedAt) return null;
  const [now, zone] = [ctx.now.getTime(), zoneOf(ctx, person)];
  if (isDaytime(now, zone)) return reminder(ctx, notice);
  const { nth = 0 } = factsOf(notice);
  await ctx.db.fileRequest.updateMany({
    where: { id: person.id, reminded: nth },
    data: {
      reminded: nth - 1,
      mailedAt: person.sentAt ?? person.createdAt,
      remindAt: new Date(nextDaytime(now, zone)),
    },
  });
  return null;
};

export const requestAgain = toPerson((person) => {
  const slots = slotsThatAre(person, (state) => state === 'again');
  const deliveries = slots.map(({ name, reason }) => ({
    title: name,
    summary: oneLine(reason),
    url: '',
    said: [],
  }));
  return slots.length > 0 ? { deliveries } : null;
});

export const requestThanks = toPerson((person) =>
  person.completeAt ? { files: named(slotsThatAre(person, isThere)) } : null,
);

/** Made now, so that the newest mail has the code that counts. One that comes too late isn't sent. */
export const requestCode: ReadContent = async (ctx, notice) => {
  if (ctx.now.getTime() - notice.createdAt.getTime() > codeMs) return null;
  const content = await toPerson(() => ({}))(ctx, notice);
  if (!content) return null;
  const code = await createRequestCode(ctx, factsOf(notice).request ?? '');
  const { unsubscribeUrl: _, ...mail } = content.mail ?? {};
  return { ...content, mail, facts: { ...content.facts, code } };
};

/** For owner and members who hear of what comes. */
export const requestDone: ReadContent = async (ctx, notice) => {
  const [receiver, person] = await Promise.all([receiverOf(ctx, notice), findRequest(ctx, notice)]);
  if (!receiver || !person?.completeAt) return null;
  const url = ctx.config.BASE_URL + paths.deliveries(person.round.aliasId);
  return {
    ...receiver,
    to: receiver.email ?? '',
    links: [{ login: receiver.login, url }],
    facts: { client: person.name, title: person.round.name },
  };
};

/** The owner sees what became of mails. */
export async function noteMail({ db, now }: Context, notice: Notice, error: NotSent | null): Promise<void> {
  if (notice.accountId !== null) return;
  const data = error ? { refusal: error.refusal ?? '' } : { sentAt: now, refusal: null };
  await db.fileRequest.updateMany({ where: { id: factsOf(notice).request ?? '' }, data });
}
