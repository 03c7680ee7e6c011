import 'server-only';
import { AppError } from '@/lib/contract/errors';
import type { Context } from '@/lib/server/context';
import { leftOf } from '@/lib/server/limits/attempt';
import { countUp } from '@/lib/server/limits/counter';
import { noteLimitHit } from '@/lib/server/limits/note-hit';

const windowMs = 24 * 3600 * 1000;

/** Mails of one day (UTC). */
const perDay = { user: 100, recipients: 600, alias: 200 } as const;

export type Spender = { kind: keyof typeof perDay; id: string };

/**
 * Counts mails before they are sent, so that many at once can't pass together.
 * @throws mail.limitReached when they are more than the day has left; nothing is spent then
 */
export async function spendMails(ctx: Context, spender: Spender, count: number): Promise<void> {
  const max = perDay[spender.kind];
  if ((await add(ctx, spender, count)) <= max) return;
  await giveBackMails(ctx, spender, count);
  await noteLimitHit(ctx, `mail.${spender.kind}`);
  throw new AppError('mail.limitReached', {
    max,
    seconds: Math.ceil(leftOf(ctx.now, windowMs) / 1000),
  });
}

/** For mails that never reached the mail server. */
export async function giveBackMails(ctx: Context, spender: Spender, count: number): Promise<void> {
  if (count > 0) await add(ctx, spender, -count);
}

const add = ({ db, now }: Context, { kind, id }: Spender, by: number) =>
  countUp(db, { key: `mail:${kind}:${id}`, windowMs, by, now });
