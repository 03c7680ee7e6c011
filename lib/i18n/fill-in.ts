const isTree = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns `english` with each text that `translated` has. A precompiled text is a list. */
export function fillIn<Texts>(translated: unknown, english: Texts): Texts {
  if (translated === undefined) return english;
  if (!isTree(english) || !isTree(translated)) return translated as Texts;
  const filled = Object.entries(english).map(([key, text]) => [key, fillIn(translated[key], text)]);
  return Object.fromEntries(filled) as Texts;
}
