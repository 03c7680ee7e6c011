// No letters and digits that are taken for one another when read out: 0 O o, 1 l I, and the like.
const alphabet = 'abcdefghijkmnpqrstuvwxyzACDEFGHJKLMNPQRTUVWXY34679';

/** Sixteen characters in four groups, about 90 bits. */
export function suggestPassword(fill: (bytes: Uint8Array<ArrayBuffer>) => Uint8Array): string {
  let letters = '';
  while (letters.length < 16) {
    for (const byte of fill(new Uint8Array(32))) {
      // What lies beyond the last whole alphabet is thrown away, so that every letter is equally likely.
      if (byte < 256 - (256 % alphabet.length) && letters.length < 16)
        letters += alphabet[byte % alphabet.length];
    }
  }
  return (letters.match(/.{4}/g) ?? []).join('-');
}
