import 'server-only';
import { AppError } from '@/lib/contract/errors';
import type { Preferences, PreferencesChange } from '@/lib/contract/settings';
import { isTheme } from '@/lib/domain/look';
import { isLanguage } from '@/lib/i18n/locales';
import type { UserContext } from '@/lib/server/context';
import { record } from '@/lib/server/journal/record';

export async function getPreferences(ctx: UserContext): Promise<Preferences> {
  const { theme, autoPublish, ...chosen } = await ctx.db.account.findUniqueOrThrow({
    where: { id: ctx.viewer.id },
    select: {
      language: true,
      timezone: true,
      theme: true,
      autoPublish: true,
      showName: true,
      firstSteps: true,
      tellFirst: true,
      tellEvery: true,
      tellLimit: true,
      tellEnd: true,
      tellSignIn: true,
    },
  });
  return { ...chosen, theme: isTheme(theme) ? theme : null, autoPublish: autoPublish ?? true };
}

/** Changes only the given fields; who is told of sign-ins no more hears it. @throws request.invalid for an unsupported language */
export async function setPreferences(ctx: UserContext, change: PreferencesChange): Promise<void> {
  const { language } = change;
  if (language != null && !isLanguage(language)) {
    throw new AppError('request.invalid', { field: 'language', reason: 'unsupported' });
  }
  const named = Object.entries(change).filter(([, value]) => value !== undefined);
  const { id } = ctx.viewer;
  await ctx.db.$transaction(async (tx) => {
    const data = Object.fromEntries(named);
    const isUntold = change.tellSignIn === false;
    const { count } = isUntold
      ? await tx.account.updateMany({ where: { id, tellSignIn: true }, data: { tellSignIn: false } })
      : { count: 0 };
    if (count > 0) await record(ctx, { event: 'settings.signInMail', mail: { accountId: id } }, tx);
    await tx.account.update({ where: { id }, data });
  });
}
