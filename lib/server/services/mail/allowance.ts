import 'server-only';
import { AppError } from '@/lib/contract/errors';
import type { Recipients } from '@/lib/domain/mail/recipients';
import type { Context } from '@/lib/server/context';
import { type Counter, isBelowLimit, undoTries, windowLeftMs } from '@/lib/server/limits/attempt';
import { incrementCounter, receiverKey, recordLimitHit } from '@/lib/server/limits/counters';
import { limits } from '@/lib/server/limits/policy';

const windowMs = 24 * 3600 * 1000;

/** Per day in UTC. */
const perDay = { user: 100, recipients: 600, alias: 200, receipts: 200, requests: 4_000 } as const;

type Spender = { kind: keyof typeof perDay; id: string };

/**
 * Counts mails before they are sent, so concurrent calls can't exceed the limit.
 * @throws mail.limitReached when they exceed the day's rest; then none is counted
 */
export async function spendMails(ctx: Context, spender: Spender, count: number): Promise<void> {
  const max = perDay[spender.kind];
  if ((await addToCounter(ctx, spender, count)) <= max) return;
  await refundMails(ctx, spender, count);
  await recordLimitHit(ctx, `mail.${spender.kind}`);
  throw new AppError('mail.limitReached', {
    max,
    seconds: Math.ceil(windowLeftMs(ctx.now, windowMs) / 1000),
  });
}

async function refundMails(ctx: Context, spender: Spender, count: number): Promise<void> {
  if (count > 0) await addToCounter(ctx, spender, -count);
}

/**
 * Counts personal mails, which are limited per receiver as well. A refusal counts none.
 * @throws mail.limitReached, mail.receiverLimit naming the receivers
 */
export async function spendLetters(ctx: Context, spender: Spender, to: readonly string[]): Promise<void> {
  await spendMails(ctx, spender, to.length);
  const counted = await Promise.all(to.map((address) => isBelowLimit(ctx, letterCounter(address))));
  const full = to.filter((_, n) => !counted[n]);
  if (full.length === 0) return;
  await refundLetters(ctx, spender, to);
  const { max, windowMs: hourMs } = limits.letter;
  throw new AppError('mail.receiverLimit', {
    max,
    list: shortList(full),
    seconds: Math.ceil(windowLeftMs(ctx.now, hourMs) / 1000),
  });
}

export async function refundLetters(ctx: Context, spender: Spender, to: readonly string[]): Promise<void> {
  await refundMails(ctx, spender, to.length);
  if (ctx.config.RATE_LIMITS) await undoTries(ctx, to.map(letterCounter));
}

const letterCounter = (address: string): Counter => ({ limit: 'letter', of: [receiverKey(address)] });

const addToCounter = ({ db, now }: Context, { kind, id }: Spender, by: number) =>
  incrementCounter(db, { key: `mail:${kind}:${id}`, windowMs, by, now });

/** @throws mail.badRecipients naming them, mail.noRecipients, mail.tooManyRecipients */
export function checkedAddresses({ addresses, wrong }: Recipients, max: number): string[] {
  if (wrong.length > 0)
    throw new AppError('mail.badRecipients', { count: wrong.length, list: shortList(wrong) });
  if (addresses.length === 0) throw new AppError('mail.noRecipients');
  if (addresses.length > max) throw new AppError('mail.tooManyRecipients', { max, count: addresses.length });
  return addresses;
}

export function shortList(texts: readonly string[]): string {
  const list = texts.map((text) => text.replace(/\p{Cc}/gu, ' ')).join(', ');
  return list.length <= 1000 ? list : `${list.slice(0, 1000)}…`;
}
