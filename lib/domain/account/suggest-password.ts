// Without letters and digits that are confused when read out, such as 0 O o and 1 l I.
const alphabet = 'abcdefghijkmnpqrstuvwxyzACDEFGHJKLMNPQRTUVWXY34679';

/** About 90 bits. */
export function suggestPassword(fill: (bytes: Uint8Array<ArrayBuffer>) => Uint8Array): string {
  let letters = '';
  while (letters.length < 16) {
    for (const byte of fill(new Uint8Array(32))) {
      // Bytes beyond the last whole alphabet are skipped, so that every letter is equally likely.
      if (byte < 256 - (256 % alphabet.length) && letters.length < 16)
        letters += alphabet[byte % alphabet.length];
    }
  }
  return (letters.match(/.{4}/g) ?? []).join('-');
}
