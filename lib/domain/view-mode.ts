/** How an opened link shows its files first. The numbers are in `?view=` of links that people have. */
const numbers = { list: 1, cards: 2, preview: 3 } as const;

export type ViewMode = keyof typeof numbers;
export const viewModes: readonly ViewMode[] = ['list', 'cards', 'preview'];

/** Reads `?view=`; null where nothing is said, so that the files decide. Whatever is unknown means the list. */
export function parseViewMode(value: string | string[] | undefined): ViewMode | null {
  if (value === undefined) return null;
  return viewModes.find((mode) => String(numbers[mode]) === value) ?? 'list';
}

/** A link that opens with `mode`; null leaves it to the files. */
export const linkWithView = (link: string, mode: ViewMode | null): string =>
  mode === null ? link : `${link}?view=${numbers[mode]}`;
