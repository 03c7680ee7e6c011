import 'server-only';
import type { OwnerProof } from '@/lib/contract/account/owner-proof';
import type { SettingChange } from '@/lib/contract/admin/server-settings';
import { AppError } from '@/lib/contract/errors';
import type { Reason } from '@/lib/contract/fields';
import { provenSettings, type SettingName } from '@/lib/domain/server-settings';
import { environmentOf, parseConfig } from '@/lib/server/config';
import type { StoredSettings } from '@/lib/server/config/stored';
import { variables } from '@/lib/server/config/variables';
import type { Context } from '@/lib/server/context';
import { Prisma } from '@/lib/server/db/generated/client';
import { record } from '@/lib/server/journal/record';
import { proveOwner } from '@/lib/server/services/factor/prove-owner';
import { checkAddress } from './address';
import { foreignOption, redirectedSecret, withSecretsOf } from './secret-parts';
import { announceSettings, sealedValue, settingRows, storedOf } from './stored';

/** A command sends no version: what it says counts. `password` and `code` prove the person. */
type SettingsInput = Partial<OwnerProof> & {
  changes: readonly (Omit<SettingChange, 'version'> & { version?: number })[];
};

/**
 * Stores all changes or none.
 * @param origin of the page from which they came
 * @throws setting.*, request.invalid with the name of the setting, and as `proveOwner` for those of `provenSettings`
 */
export async function changeSettings(
  ctx: Context,
  { changes, password = '', code = '' }: SettingsInput,
  origin: string | null = null,
  alongside: (tx: Prisma.TransactionClient) => Promise<void> = async () => undefined,
): Promise<void> {
  const names = [...new Set(changes.map(({ name }) => name))];
  const fixed = names.find((name) => ctx.config.FIXED.includes(name));
  if (fixed) throw new AppError('setting.fixed', { field: fixed });
  const { viewer } = ctx;
  if (viewer && names.some((name) => provenSettings.includes(name)))
    await proveOwner({ ...ctx, viewer }, { password, code }, 'system.settings');
  const address = changes.find(({ name }) => name === 'BASE_URL')?.value?.trim();
  if (address && ctx.viewer) await checkAddress(ctx, checkedText('BASE_URL', address), origin);
  await ctx.db.$transaction(async (tx) => {
    await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended('slipway settings', 0))`;
    const rows = await settingRows(tx);
    const stale = changes.find(
      ({ name, version }) =>
        version !== undefined && version !== (rows.find((row) => row.name === name)?.version ?? 0),
    );
    if (stale) throw new AppError('setting.changed', { field: stale.name });
    const { texts: present, ...kept } = storedOf(rows);
    const texts = changedTexts(ctx, changes, present);
    const ignoredOf = (one: StoredSettings['texts']) =>
      parseConfig(environmentOf(ctx.config), { ...kept, texts: one }).IGNORED;
    const before = ignoredOf(present);
    const isNew = (name: string) => !before.includes(name) || names.some((changed) => changed === name);
    const apart = ignoredOf(texts).find((name) => isNew(name) && name in texts);
    if (apart) throw new AppError('setting.apart', { field: apart });
    for (const name of names) await storeSetting(ctx, tx, name, texts[name]);
    await announceSettings(tx);
    await alongside(tx);
    await record(ctx, { event: 'system.settings', details: { names: names.join(', ') } }, tx);
  });
}

/** @throws setting.passwordMissing, setting.option, setting.unfit, request.invalid */
function changedTexts(
  ctx: Context,
  changes: SettingsInput['changes'],
  present: StoredSettings['texts'],
): StoredSettings['texts'] {
  const texts = { ...present };
  for (const { name, value } of changes) {
    const text = value?.trim();
    delete texts[name];
    if (text) texts[name] = completeText(ctx, { name, text, present: present[name] ?? null });
  }
  const isGiven = (name: SettingName) => changes.some((one) => one.name === name && one.value?.trim());
  const redirected = redirectedSecret(present, texts, isGiven);
  if (redirected) throw new AppError('setting.passwordMissing', { field: redirected });
  return texts;
}

function completeText(
  { viewer }: Context,
  { name, text, present }: { name: SettingName; text: string; present: string | null },
): string {
  const option = viewer && foreignOption(name, text);
  if (option) throw new AppError('setting.option', { field: name, option });
  const complete = withSecretsOf(present, name, text);
  if (complete === null) throw new AppError('setting.passwordMissing', { field: name });
  return checkedText(name, complete);
}

function checkedText(name: SettingName, text: string): string {
  const { success, error } = variables[name].safeParse(text);
  if (success) return text;
  const reason = reasons[String(variables[name].meta()?.kind)];
  if (reason) throw new AppError('request.invalid', { field: name, reason });
  throw new AppError('setting.unfit', { field: name, allowed: error.issues[0]?.message ?? '' });
}

/** Kinds with words of their own; of all others the schema says what is allowed. */
const reasons: Record<string, Reason> = {
  size: 'notASize',
  duration: 'notADuration',
  number: 'notANumber',
  'number or any': 'notANumber',
  address: 'notAnEmail',
  URL: 'notAnAddress',
  colour: 'notAColor',
  time: 'notATime',
};

async function storeSetting(
  { now, viewer }: Context,
  tx: Prisma.TransactionClient,
  name: SettingName,
  text: string | undefined,
): Promise<void> {
  const data = {
    value: text === undefined ? Prisma.JsonNull : sealedValue(name, text),
    updatedAt: now,
    updatedBy: viewer?.id ?? null,
  };
  await tx.setting.upsert({
    where: { key: name },
    create: { key: name, ...data },
    update: { ...data, version: { increment: 1 } },
  });
}
