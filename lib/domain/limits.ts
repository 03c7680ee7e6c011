/** Maximum of a 32-bit column. */
export const maxCount = 2 ** 31 - 1;

export const maxSearchChars = 200;

export const maxNoteBytes = 64 * 1024;

export const maxSharePasswordBytes = 1024;

/** Sealed words and file names of a share: enough for 20,000 files. */
export const maxManifestBytes = 4 * 1024 ** 2;

/** X25519 public key, nonce, share key and tag. */
export const sealedKeyBytes = 32 + 12 + 32 + 16;

export const utf8Length = (text: string): number => new TextEncoder().encode(text).length;

export const isNoteTooLong = (note: string): boolean => utf8Length(note) > maxNoteBytes;

export type NumberFlaw =
  | { kind: 'notANumber'; text: string }
  | { kind: 'atLeast'; min: number }
  | { kind: 'atMost'; max: number };

const plainDigits = (text: string): string => text.normalize('NFKC').trim();

/** Reads typed text that has no flaw, also of full-width digits, as Japanese keyboards write them. */
export const numberIn = (text: string): number => Number(plainDigits(text));

/** Checks typed text for a whole number from `min` to `max`. Returns null when it is one. */
export function numberFlaw(text: string, min: number, max: number = maxCount): NumberFlaw | null {
  const trimmed = plainDigits(text);
  if (!/^[+-]?\d+$/.test(trimmed)) return { kind: 'notANumber', text: trimmed };
  if (Number(trimmed) < min) return { kind: 'atLeast', min };
  return Number(trimmed) > max ? { kind: 'atMost', max } : null;
}
