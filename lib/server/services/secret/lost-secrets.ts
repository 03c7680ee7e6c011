import 'server-only';
import { openedPrefixes, type StoredPurpose } from '@/lib/server/auth/stored-secret';
import type { Context } from '@/lib/server/context';
import { settingRows } from '@/lib/server/services/server-settings/stored';

type LostSecrets = Record<StoredPurpose, number>;

/** Counts all that was stored under another AUTH_SECRET and can't be read; null without any. */
export async function countLostSecrets({ db }: Pick<Context, 'db'>): Promise<LostSecrets | null> {
  const foreign = (purpose: StoredPurpose) => ({
    NOT: openedPrefixes(purpose).map((prefix) => ({ secret: { startsWith: prefix } })),
  });
  const [factors, webhooks, settings] = await Promise.all([
    db.secondFactor.count({ where: foreign('second factor') }),
    db.webhook.count({ where: foreign('webhook') }),
    settingRows(db),
  ]);
  const lost = {
    'second factor': factors,
    webhook: webhooks,
    setting: settings.filter(({ isLost }) => isLost).length,
  };
  return Object.values(lost).some((count) => count > 0) ? lost : null;
}

/** Runs at start: what it counts stops working in silence otherwise. */
export async function warnOfLostSecrets(ctx: Context, warn: (sentence: string) => void): Promise<void> {
  const lost = await countLostSecrets(ctx);
  if (!lost) return;
  const counts = Object.entries(lost).filter(([, count]) => count > 0);
  const all = counts.map(([purpose, count]) => `${count} ${purpose}${count === 1 ? '' : 's'}`).join(', ');
  warn(
    `Stored under another AUTH_SECRET, and not to be read: ${all}. Set the one that you had, or set these up anew.`,
  );
}
