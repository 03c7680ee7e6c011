import 'server-only';
import { AppError } from '@/lib/contract/errors';
import type { Letter } from '@/lib/contract/mail';
import { maxRecipients, readRecipients } from '@/lib/domain/mail/recipients';
import { cleanLines } from '@/lib/domain/pasted/plain-text';
import type { UserContext } from '@/lib/server/context';
import { record } from '@/lib/server/journal/record';
import { checkPublishable } from '@/lib/server/services/access/share';
import { pendingEmailCode } from '@/lib/server/services/account-code/code';
import { checkedAddresses, refundLetters, shortList, spendLetters, spendMails } from './allowance';
import { letterContent, templateContent } from './content';
import { deliver, envelopeFor, findSender, type MailFailure, unsentReceivers } from './sender';

type SendInput = Letter & { languages: readonly string[]; share?: string | null | undefined };

type MailResult = { sent: number; failed: string[] };

/** @throws share.notFound, share.blocked, mail.* with the receivers that it was not sent to in `failed` */
export async function sendMail(ctx: UserContext, letter: SendInput): Promise<MailResult> {
  const { share = null } = letter;
  if (share !== null) await checkPublishable(ctx, share);
  if (!ctx.mail) throw new AppError('mail.off');
  const recipients = checkedAddresses(readRecipients(letter.recipients), maxRecipients);
  const sender = await findSender(ctx, letter.languages);
  const words = {
    subject: letter.subject.trim(),
    text: cleanLines(letter.body),
    language: sender.language,
    look: sender.look,
  };
  const mail = {
    ...envelopeFor(ctx, sender),
    ...(await letterContent(ctx, words)),
    isNotice: false,
  };
  const spender = { kind: 'user', id: ctx.viewer.id } as const;
  await spendLetters(ctx, spender, recipients);
  const failures = await deliver(
    ctx,
    ctx.mail,
    recipients.map((to) => ({ ...mail, to })),
  );
  await refundLetters(ctx, spender, unsentReceivers(failures));
  const failed = new Set(failures.map(({ to }) => to));
  const to = recipients.filter((each) => !failed.has(each));
  const details = { mails: recipients.length, failed: failures.length };
  await record(ctx, {
    event: 'mail.sent',
    outcome: to.length > 0 ? 'ok' : 'refused',
    ...(share !== null && { shareId: share }),
    details,
    activity: to.length > 0 ? { to } : null,
  });
  if (failures.length > 0) throw refusalFor(failures, recipients.length);
  return { sent: recipients.length, failed: [] };
}

function refusalFor(failures: readonly MailFailure[], count: number): AppError {
  const answer = { sent: count - failures.length, failed: failures.map(({ to }) => to) };
  if (unsentReceivers(failures).length === count) return new AppError('mail.serverDown', {}, { answer });
  const list = shortList(
    failures.map(({ to, error }) => (error.refusal === null ? to : `${to} (${error.refusal})`)),
  );
  return failures.length === count
    ? new AppError('mail.noneSent', { list }, { answer })
    : new AppError('mail.someFailed', { sent: count - failures.length, list }, { answer });
}

type TestInput = { to?: string | null; languages: readonly string[] };

/**
 * Sends to `to`, else to the admin's own address, or one that waits for its link: that never comes while this server's
 * mail is wrong. Failures show the server's full message, so that admins can fix them.
 */
export async function sendTestMail(ctx: UserContext, { to: wanted, languages }: TestInput): Promise<void> {
  const { MAIL_FROM, BASE_URL } = ctx.config;
  if (!ctx.mail) throw new AppError('mail.off');
  const { own, name, language } = await findSender(ctx, languages);
  const to = wanted ?? own?.address ?? (await pendingEmailCode(ctx, ctx.viewer.id))?.address;
  if (!to) throw new AppError('mail.noAddress');

  const values = { user: name, url: BASE_URL };
  const spender = { kind: 'user', id: ctx.viewer.id } as const;
  await (wanted ? spendLetters(ctx, spender, [to]) : spendMails(ctx, spender, 1));
  const [failure] = await deliver(ctx, ctx.mail, [
    {
      from: MAIL_FROM ?? own ?? { name, address: to },
      to,
      replyTo: null,
      ...(await templateContent(ctx, { template: 'test', language, values })),
      isNotice: true,
    },
  ]);
  if (failure && wanted) await refundLetters(ctx, spender, unsentReceivers([failure]));
  if (failure) throw new AppError('mail.testFailed', { detail: failureDetail(failure) });
}

function failureDetail({ error: { refusal, cause, message } }: MailFailure): string {
  return (refusal ?? (cause instanceof Error ? cause.message : message)).slice(0, 300);
}
