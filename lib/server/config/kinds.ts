import * as z from 'zod';
import { parseBytes, parseDuration } from '@/lib/domain/units';

// Kinds of values, described with their rules in docs/operate/configure.md. `control` is how admins set one in the browser.

export const bytes = z
  .string()
  .transform((text, check) => parseBytes(text) ?? refuse(check, 'a size such as 512K, 10M or 1.5G'));

/** @param lowest in bytes; 0 if 0 means no limit */
export const size = (fallback: string, lowest: 0 | 1 = 1) =>
  bytes
    .refine((value) => value >= lowest, 'must be more than 0')
    .prefault(fallback)
    .meta({ example: fallback, kind: 'size' });

/** Longer ones count as this: their ends would be no dates. */
const longestMs = 1000 * 365 * 24 * 3_600_000;

const lasting = (text: string): number | null => {
  const ms = parseDuration(text);
  return ms === null ? null : Math.min(ms, longestMs);
};

/** @param lowestMs 0 if a duration of zero is allowed */
export const duration = (fallback: string, lowestMs = 1) =>
  z
    .string()
    .default(fallback)
    .transform(
      (text, check) => lasting(text) ?? refuse(check, 'a duration such as 30 seconds, 8 minutes or 14 days'),
    )
    .refine(
      (ms) => ms >= lowestMs,
      lowestMs > 1 ? `must be ${lowestMs / 1000} seconds or more` : 'must be more than 0',
    )
    .meta({ example: fallback, kind: 'duration' });

export const durationOrOff = (fallback: string) =>
  z
    .string()
    .default(fallback)
    .transform((text, check) =>
      text === 'off' ? null : (lasting(text) ?? refuse(check, 'off or a duration such as 14 days')),
    )
    .refine((ms) => ms !== 0, 'must be more than 0')
    .meta({ example: fallback, kind: 'duration or off' });

export const count = (fallback: number) =>
  z.coerce
    .number('must be a whole number')
    .int('must be a whole number')
    .min(0, 'must not be negative')
    .max(2 ** 31 - 1, 'must be less than 2147483648')
    .default(fallback)
    .meta({ example: String(fallback), kind: 'number' });

export const anyOf = (words: readonly string[]): string =>
  `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;

export const choice = <const W extends string>(words: readonly W[], fallback: NoInfer<W>) =>
  z
    .enum(words, `must be ${anyOf(words)}`)
    .prefault(fallback)
    .meta({ example: fallback, kind: anyOf(words), control: 'choice', choices: words });

const either = <const W extends string>(yes: W, no: W, fallback: NoInfer<W>) =>
  z
    .enum([yes, no], `must be ${yes} or ${no}`)
    .prefault(fallback)
    .transform((text) => text === yes)
    .meta({ example: fallback, kind: `${yes} or ${no}` });

export const flag = (fallback: 'true' | 'false') =>
  either('true', 'false', fallback).meta({ control: 'flag' });
export const onOff = (fallback: 'on' | 'off') => either('on', 'off', fallback);

export const text = (fallback = '') => z.string().default(fallback).meta({ example: fallback, kind: 'text' });

export const markdown = () =>
  z.string().default('').meta({ example: '', kind: 'Markdown', control: 'markdown' });

export const optional = (kind: string) => z.string().min(1).optional().meta({ example: '', kind });

export const header = (fallback: string) =>
  z
    .string()
    .default(fallback)
    .refine((name) => /^[A-Za-z0-9-]{1,64}$/.test(name), 'must be a header’s name of letters, digits and -')
    .meta({ example: fallback, kind: 'header' });

export function refuse(check: z.RefinementCtx, allowed: string): never {
  check.addIssue({ code: 'custom', message: `must be ${allowed}` });
  return z.NEVER;
}

/** Free space that uploads leave on a disk: `percent` of it, at most `bytes`. */
export type DiskFloor = { percent: number; bytes: number };

/** Capped, because five per cent of a huge disk would be a waste. */
export const defaultFloor: DiskFloor = { percent: 5, bytes: 10 * 1024 ** 3 };

export function parseFloor(text: string): DiskFloor | null {
  const [, amount] = /^\s*(\d{1,2}(?:\.\d+)?)\s*%\s*$/.exec(text) ?? [];
  if (amount !== undefined) return { percent: Number(amount), bytes: Number.POSITIVE_INFINITY };
  const bytes = parseBytes(text);
  return bytes === null ? null : { percent: 100, bytes };
}
