import { maxCount } from './limits';

export type NumberFlaw =
  | { kind: 'notANumber'; text: string }
  | { kind: 'atLeast'; min: number }
  | { kind: 'atMost'; max: number };

/** Checks typed text for a whole number from `min` to `max`. Returns null when it is one. */
export function numberFlaw(text: string, min: number, max: number = maxCount): NumberFlaw | null {
  const trimmed = text.trim();
  if (!/^[+-]?\d+$/.test(trimmed)) return { kind: 'notANumber', text: trimmed };
  if (Number(trimmed) < min) return { kind: 'atLeast', min };
  return Number(trimmed) > max ? { kind: 'atMost', max } : null;
}
