import 'server-only';
import * as z from 'zod';
import { isNewer } from '@/lib/domain/version';
import type { Context, UserContext } from '@/lib/server/context';
import { failureReason } from '@/lib/server/outside/outside-failure';
import { newestRelease, type Release } from './newest-release';

const key = 'update';
const dayMs = 86_400_000;

const StoredAnswer = z.object({
  version: z.string().nullable(),
  url: z.string().nullable(),
  failure: z.string().nullable(),
});
type StoredAnswer = z.infer<typeof StoredAnswer>;

/** Asks once a day; a failure waits for the next day, too. */
export async function checkForUpdate(ctx: Context): Promise<number> {
  const { UPDATE_CHECK, UPDATE_URL } = ctx.config;
  if (!UPDATE_CHECK || !UPDATE_URL) return 0;
  const last = await ctx.db.setting.findUnique({ where: { key } });
  if (last && Math.abs(ctx.now.getTime() - last.updatedAt.getTime()) < dayMs) return 0;
  const value: StoredAnswer = await newestRelease(UPDATE_URL).then(
    (release) => ({ ...release, failure: null }),
    (error: unknown) => ({ version: null, url: null, failure: failureReason(error) }),
  );
  if (value.failure) ctx.log.warn({ reason: value.failure }, 'UPDATE_URL could not be asked');
  const updatedAt = ctx.now;
  await ctx.db.setting.upsert({
    where: { key },
    create: { key, value, updatedAt },
    update: { value, updatedAt },
  });
  return 1;
}

type Update = { version: string; url: string | null };

/** Null for everybody but admins. */
export async function newerVersion(ctx: UserContext): Promise<Update | null> {
  return ctx.viewer.admin ? newerOf(ctx, await lastAnswer(ctx)) : null;
}

export function newerOf({ config }: Context, answer: Release | null): Update | null {
  if (!answer?.version || !isNewer(answer.version, config.VERSION)) return null;
  return { version: answer.version, url: answer.url };
}

export async function lastAnswer({ db, config }: Context): Promise<StoredAnswer | null> {
  if (!config.UPDATE_CHECK) return null;
  const row = await db.setting.findUnique({ where: { key } });
  return StoredAnswer.safeParse(row?.value).data ?? null;
}
