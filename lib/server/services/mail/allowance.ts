import 'server-only';
import { AppError } from '@/lib/contract/errors';
import type { Context } from '@/lib/server/context';
import { type Counter, countTries, undoTries, windowLeftMs } from '@/lib/server/limits/attempt';
import { incrementCounter } from '@/lib/server/limits/counter';
import { receiverKey } from '@/lib/server/limits/counter-keys';
import { recordLimitHit } from '@/lib/server/limits/limit-hit';
import { limits } from '@/lib/server/limits/policy';
import { listOf } from './checked-addresses';

const windowMs = 24 * 3600 * 1000;

/** Mails of one day (UTC). */
const perDay = { user: 100, recipients: 600, alias: 200, receipts: 200 } as const;

export type Spender = { kind: keyof typeof perDay; id: string };

/**
 * Counts mails before they are sent, so that many at once can't pass together.
 * @throws mail.limitReached when they are more than the day has left; nothing is spent then
 */
export async function spendMails(ctx: Context, spender: Spender, count: number): Promise<void> {
  const max = perDay[spender.kind];
  if ((await add(ctx, spender, count)) <= max) return;
  await giveBackMails(ctx, spender, count);
  await recordLimitHit(ctx, `mail.${spender.kind}`);
  throw new AppError('mail.limitReached', {
    max,
    seconds: Math.ceil(windowLeftMs(ctx.now, windowMs) / 1000),
  });
}

/** For mails that never reached the mail server. */
export async function giveBackMails(ctx: Context, spender: Spender, count: number): Promise<void> {
  if (count > 0) await add(ctx, spender, -count);
}

/**
 * The same for what people write to others, of which one mailbox gets only so much from all of them together.
 * @throws mail.limitReached, and mail.receiverLimit that names who has had enough; nothing is spent then
 */
export async function spendLetters(ctx: Context, spender: Spender, to: readonly string[]): Promise<void> {
  await spendMails(ctx, spender, to.length);
  const counted = await Promise.all(to.map((address) => hasRoom(ctx, address)));
  const full = to.filter((_, n) => !counted[n]);
  if (full.length === 0) return;
  await giveBackLetters(ctx, spender, to);
  const { max, windowMs: hourMs } = limits.letter;
  throw new AppError('mail.receiverLimit', {
    max,
    list: listOf(full),
    seconds: Math.ceil(windowLeftMs(ctx.now, hourMs) / 1000),
  });
}

/** For those that never reached the mail server. */
export async function giveBackLetters(ctx: Context, spender: Spender, to: readonly string[]): Promise<void> {
  await giveBackMails(ctx, spender, to.length);
  if (ctx.config.RATE_LIMITS) await undoTries(ctx, to.map(letterTo));
}

const hasRoom = (ctx: Context, address: string): Promise<boolean> =>
  countTries(ctx, [letterTo(address)]).then(
    () => true,
    (error: unknown) => {
      if (error instanceof AppError) return false;
      throw error;
    },
  );

const letterTo = (address: string): Counter => ({ limit: 'letter', of: [receiverKey(address)] });

const add = ({ db, now }: Context, { kind, id }: Spender, by: number) =>
  incrementCounter(db, { key: `mail:${kind}:${id}`, windowMs, by, now });
