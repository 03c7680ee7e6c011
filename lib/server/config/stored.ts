import { isSettingName, type SettingName } from '@/lib/domain/server-settings';

export type RawSettings = Record<string, string | undefined>;

/** Settings made in the browser, as text; `lost` are names whose rows can't be read. */
export type StoredSettings = {
  texts: Partial<Record<SettingName, string>>;
  lost: readonly SettingName[];
  /** Counts all changes. */
  stamp: number;
};

export const nothingStored: StoredSettings = { texts: {}, lost: [], stamp: 0 };

type FittingSettings = { texts: RawSettings; ignored: readonly string[] };

/**
 * Picks those that are right and fit to the environment, which wins, and to each other.
 * @param env must be right by itself
 */
export function fittingStored(
  env: RawSettings,
  stored: StoredSettings,
  isRight: (given: RawSettings) => boolean,
): FittingSettings {
  const texts: RawSettings = {};
  let left = Object.entries(stored.texts).filter(([name]) => isSettingName(name) && !env[name]);
  const all = Object.fromEntries(left);
  if (isRight({ ...env, ...all })) return { texts: all, ignored: stored.lost };
  for (let count = -1; count !== left.length; ) {
    count = left.length;
    left = left.filter(([name, text]) => {
      const fits = isRight({ ...env, ...texts, [name]: text });
      if (fits) texts[name] = text;
      return !fits;
    });
  }
  return { texts, ignored: [...stored.lost, ...left.map(([name]) => name)] };
}
