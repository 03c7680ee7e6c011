import 'server-only';
import { isSecretSetting, type SettingName, settingNames } from '@/lib/domain/server-settings';
import { decryptSecret, encryptSecret } from '@/lib/server/auth/stored-secret';
import { applyStored, storedSettings } from '@/lib/server/config';
import type { StoredSettings } from '@/lib/server/config/stored';
import type { Context } from '@/lib/server/context';
import type { Prisma } from '@/lib/server/db/generated/client';
import { onNotification } from '@/lib/server/db/notifications';

type SettingRow = { name: SettingName; text: string | null; isLost: boolean; version: number };

export async function settingRows(db: Prisma.TransactionClient): Promise<SettingRow[]> {
  const rows = await db.setting.findMany({ where: { key: { in: [...settingNames] } } });
  return settingNames.flatMap((name) => {
    const row = rows.find(({ key }) => key === name);
    if (!row) return [];
    const text = openValue(name, row.value);
    return [{ name, text, isLost: text === null && row.value !== null, version: row.version }];
  });
}

/** Returns null for a value of another form, and for a secret in the clear or under another AUTH_SECRET. */
function openValue(name: SettingName, value: unknown): string | null {
  const { sealed } = Object(value) as { sealed?: unknown };
  if (isSecretSetting(name))
    return typeof sealed === 'string' ? decryptSecret('setting', name, sealed) : null;
  return typeof value === 'string' ? value : null;
}

export const sealedValue = (name: SettingName, text: string): Prisma.InputJsonValue =>
  isSecretSetting(name) ? { sealed: encryptSecret('setting', name, text) } : text;

export const storedOf = (rows: readonly SettingRow[]): StoredSettings => ({
  texts: Object.fromEntries(rows.flatMap(({ name, text }) => (text === null ? [] : [[name, text]]))),
  lost: rows.flatMap(({ name, isLost }) => (isLost ? [name] : [])),
  stamp: rows.reduce((sum, { version }) => sum + version, 0),
});

export async function applySettings({ db }: Pick<Context, 'db'>): Promise<void> {
  applyStored(storedOf(await settingRows(db)));
}

const channel = 'slipway_settings';

/** Lets all nodes read them once the transaction ends. */
export const announceSettings = (tx: Prisma.TransactionClient) =>
  tx.$queryRaw`SELECT pg_notify(${channel}, '')::text`;

/** For nodes that hear nothing: behind a pooler, or while their connection was broken. */
const lookMs = 9_000;

/**
 * Nodes agree at once, and within ten seconds without notifications.
 * @param onChange receives what is new in this process
 */
export function followSettings(
  context: () => Pick<Context, 'db'>,
  onChange: (stored: StoredSettings) => void,
  everyMs = lookMs,
): void {
  const look = async () => {
    const before = storedSettings();
    await applySettings(context());
    if (storedSettings() !== before) onChange(storedSettings());
  };
  const tryLook = () => void look().catch(() => undefined); // the database is away, and watched
  onNotification(channel, tryLook);
  setInterval(tryLook, everyMs).unref();
}
