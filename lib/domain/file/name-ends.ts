/** ".pdf" of a name with an ending of up to 15 characters, else "". */
export function endingOf(name: string): string {
  const dot = name.lastIndexOf('.');
  return dot > 0 && name.length - dot <= 16 ? name.slice(dot) : '';
}

/** Most names fit where they are shown; only longer ones are taken apart. */
const shortName = 24;
const keptBeforeEnding = 6;
/** What belongs to the character before it: marks, joiners, the second half of a pair. */
const isPart = /\p{M}|\u200d|[\udc00-\udfff]/u;

/** A name's start, which may be cut where there is no room, and its end, which stays in sight. */
export function startAndEnd(name: string): [start: string, end: string] {
  if (name.length <= shortName) return [name, ''];
  let cut = name.length - endingOf(name).length - keptBeforeEnding;
  while (cut > 0 && isPart.test(name.charAt(cut))) cut--;
  return [name.slice(0, cut), name.slice(cut)];
}
