import 'server-only';
import { ServerSetting } from '@/lib/contract/admin/server-settings';
import { isSecretSetting, type SettingName, settingNames } from '@/lib/domain/server-settings';
import { variables } from '@/lib/server/config/variables';
import type { Context } from '@/lib/server/context';
import { proofAsked } from '@/lib/server/services/factor/prove-owner';
import { withoutSecrets } from './secret-parts';
import { settingRows, storedOf } from './stored';

/** @param ctx of an admin, or of a command, which proves nothing */
export async function listSettings(ctx: Context) {
  const { db, config, viewer } = ctx;
  const rows = await settingRows(db);
  const { texts, lost } = storedOf(rows);
  const items = settingNames.map((name): ServerSetting => {
    const isFixed = config.FIXED.includes(name);
    const text = isFixed ? config.RAW[name] : texts[name];
    return {
      name,
      value: text === undefined ? null : withoutSecrets(name, text),
      isSet: text !== undefined || lost.includes(name),
      isFixed,
      isIgnored: !isFixed && config.IGNORED.includes(name),
      fallback: fallbackOf(name),
      isOffAtZero: isOffAtZero(name),
      ...controlOf(name),
      version: rows.find((row) => row.name === name)?.version ?? 0,
    };
  });
  return { items, proof: viewer ? await proofAsked({ ...ctx, viewer }) : [] };
}

const fallbackOf = (name: SettingName): string => String(variables[name].meta()?.example ?? '');

function controlOf(name: SettingName): Pick<ServerSetting, 'control' | 'choices'> {
  const { control = 'text', choices = [] } = variables[name].meta() ?? {};
  const shape = ServerSetting.pick({ control: true, choices: true });
  return shape.parse({ control: isSecretSetting(name) ? 'secret' : control, choices });
}

/** Limits that take 0 have none then; all others refuse it. */
const isOffAtZero = (name: SettingName): boolean =>
  /^(size|number)$/.test(String(variables[name].meta()?.kind)) && variables[name].safeParse('0').success;
