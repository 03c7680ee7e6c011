const byteUnits = { '': 1, K: 1024, M: 1024 ** 2, G: 1024 ** 3, T: 1024 ** 4 } as const;

// A comma before three digits may separate thousands, so it is none of decimals.
const size = /^\s*(\d+)(?:\.(\d+)|,(?!\d{3}(?!\d))(\d+))?\s*([KMGT]?)(?:I?B|O)?\s*$/i;

/**
 * Reads sizes such as `512K`, `1.5G` or `1048576`, in steps of 1024, also as other languages write them: `1,5 GB`,
 * `20 Go`, `1.5 GiB`, `２０G`; null for invalid text.
 */
export function parseBytes(text: string): number | null {
  const [, whole, afterPoint, afterComma, unit = ''] = size.exec(text.normalize('NFKC')) ?? [];
  if (whole === undefined) return null;
  const amount = Number(`${whole}.${afterPoint ?? afterComma ?? 0}`);
  const bytes = Math.floor(amount * byteUnits[unit.toUpperCase() as keyof typeof byteUnits]);
  return Number.isSafeInteger(bytes) ? bytes : null;
}

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;
const durationUnits: Record<string, number> = {
  ms: 1,
  millisecond: 1,
  s: second,
  second,
  m: minute,
  min: minute,
  minute,
  h: hour,
  hour,
  d: day,
  day,
  week: 7 * day,
};

/** Reads durations such as `8 minutes`, `14 days` or plain milliseconds; null for invalid text. */
export function parseDuration(text: string): number | null {
  const [, amount, word = ''] = /^\s*(\d+(?:\.\d+)?)\s*([a-z]*)\s*$/i.exec(text) ?? [];
  if (amount === undefined) return null;
  const unit = word.toLowerCase();
  const factor = unit === '' ? 1 : (durationUnits[unit] ?? durationUnits[unit.replace(/s$/, '')]);
  if (factor === undefined) return null;
  const ms = Math.round(Number(amount) * factor);
  return Number.isSafeInteger(ms) ? ms : null;
}

export function exactBytes(bytes: number): string {
  const found = (['T', 'G', 'M', 'K'] as const)
    .map((unit) => `${bytes / byteUnits[unit]}${unit}`)
    .find((text) => /^[1-9]\d*(\.\d{1,3})?[A-Z]$/.test(text));
  return found ?? String(bytes);
}

const formats = new Map<string, Intl.NumberFormat>();

/** Cached, because creating a format takes twenty times as long as using it. */
function numberFormat(language: string, digits: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = language + Object.keys(digits)[0];
  const known = formats.get(key);
  if (known) return known;
  const made = new Intl.NumberFormat(language, digits);
  formats.set(key, made);
  return made;
}

const twoDecimals = { minimumFractionDigits: 2, maximumFractionDigits: 2 };
const threeDigits = { maximumSignificantDigits: 3 };

/** Formats with `B`, `K`, `M`, `G` in steps of 1024; two decimals above bytes. */
export function formatBytes(bytes: number, language = 'en'): string {
  const steps = [
    ['G', byteUnits.G],
    ['M', byteUnits.M],
    ['K', byteUnits.K],
  ] as const;
  for (const [unit, factor] of steps) {
    if (bytes >= factor) return numberFormat(language, twoDecimals).format(bytes / factor) + unit;
  }
  return `${bytes}B`;
}

const roundsToFour = 999.5;

/** Formats for reading in passing: three digits and `B`, `KB`, `MB`, `GB`, `TB` in steps of 1024. */
export function shortBytes(bytes: number, language = 'en'): string {
  const units = ['B', 'KB', 'MB', 'GB', 'TB'];
  let [amount, step] = [bytes, 0];
  for (; amount >= roundsToFour && step < units.length - 1; step++) amount /= 1024;
  return `${numberFormat(language, threeDigits).format(amount)} ${units[step]}`;
}

/** Returns 0 to 100. Nothing to do counts as done, and 100 is never reached by rounding. */
export function percent(part: number, whole: number): number {
  if (whole <= 0 || part >= whole) return 100;
  return Math.max(0, Math.min(99, Math.round((part / whole) * 100)));
}

/** For what still has to be confirmed after its last byte. */
export const openPercent = (part: number, whole: number): number => Math.min(99, percent(part, whole));
