// Separate from `file-name`, whose `Intl.Segmenter` the oldest browsers of visitors lack.

/** Returns ".pdf" with its dot; "" for none or one of more than 15 characters. */
export function dottedEnding(name: string): string {
  const dot = name.lastIndexOf('.');
  return dot > 0 && name.length - dot <= 16 ? name.slice(dot) : '';
}

const untruncatedLength = 24;
const visibleBeforeEnding = 6;
const isPart = /\p{M}|\u200d|[\udc00-\udfff]/u;

/** Splits a name into a start that may be truncated and an end that stays visible. */
export function startAndEnd(name: string): [start: string, end: string] {
  if (name.length <= untruncatedLength) return [name, ''];
  let cut = name.length - dottedEnding(name).length - visibleBeforeEnding;
  while (cut > 0 && isPart.test(name.charAt(cut))) cut--;
  return [name.slice(0, cut), name.slice(cut)];
}
