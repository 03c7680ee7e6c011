import 'server-only';
import { AppError } from '@/lib/contract/errors';
import type { Letter } from '@/lib/contract/mail';
import { maxRecipients, readRecipients } from '@/lib/domain/mail/recipients';
import { canParseUrl } from '@/lib/domain/url';
import { audit } from '@/lib/server/audit/audit';
import type { UserContext } from '@/lib/server/context';
import { htmlOf } from '@/lib/server/mail/html';
import { checkManaged } from '@/lib/server/services/access/share';
import { noteMailed } from '@/lib/server/services/activity/note';
import { giveBackLetters, spendLetters } from './allowance';
import { checkedAddresses, listOf } from './checked-addresses';
import { deliver, type Failure, unasked } from './deliver';
import { envelopeOf, senderOf } from './sender';

type SendInput = Letter & { languages: readonly string[]; share?: string | null | undefined };

type Sent = { sent: number; failed: string[] };

/** @throws share.notFound, mail.* with those it did not go to in `failed` */
export async function sendMail(ctx: UserContext, letter: SendInput): Promise<Sent> {
  const { share = null } = letter;
  if (share !== null) await checkManaged(ctx, share);
  if (!ctx.mail) throw new AppError('mail.off');
  const recipients = checkedAddresses(readRecipients(letter.recipients), maxRecipients);
  const sender = await senderOf(ctx, letter.languages);
  const text = plainText(letter.body);
  const mail = {
    ...envelopeOf(ctx, sender),
    subject: letter.subject.trim(),
    text,
    html: htmlOf(text, { language: sender.language, isLink: canParseUrl }),
    isNotice: false,
  };
  const spender = { kind: 'user', id: ctx.viewer.id } as const;
  await spendLetters(ctx, spender, recipients);
  const failures = await deliver(
    ctx,
    ctx.mail,
    recipients.map((to) => ({ ...mail, to })),
  );
  await giveBackLetters(ctx, spender, unasked(failures));
  const failed = new Set(failures.map(({ to }) => to));
  await noteMailed(
    ctx,
    share,
    recipients.filter((to) => !failed.has(to)),
  );
  const details = { mails: recipients.length, failed: failures.length };
  const outcome = failures.length < recipients.length ? 'ok' : 'refused';
  await audit(ctx, { event: 'mail.sent', outcome, details });
  if (failures.length > 0) throw refusalFor(failures, recipients.length);
  return { sent: recipients.length, failed: [] };
}

/** One kind of line end, and none of the characters that only devices understand. */
const plainText = (body: string) => body.replace(/\r\n?/g, '\n').replace(/(?![\n\t])\p{Cc}/gu, '');

function refusalFor(failures: readonly Failure[], count: number): AppError {
  const answer = { sent: count - failures.length, failed: failures.map(({ to }) => to) };
  if (unasked(failures).length === count) return new AppError('mail.serverDown', {}, { answer });
  const list = listOf(
    failures.map(({ to, error }) => (error.refusal === null ? to : `${to} (${error.refusal})`)),
  );
  return failures.length === count
    ? new AppError('mail.noneSent', { list }, { answer })
    : new AppError('mail.someFailed', { sent: count - failures.length, list }, { answer });
}
