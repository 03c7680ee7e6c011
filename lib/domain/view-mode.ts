/** Values of `?view=` in existing links; they must not change. */
const numbers = { list: 1, cards: 2, preview: 3 } as const;

export type ViewMode = keyof typeof numbers;
export const viewModes: readonly ViewMode[] = ['list', 'cards', 'preview'];

/** Returns null for a missing value; unknown values mean the list. */
export function parseViewMode(value: string | string[] | undefined): ViewMode | null {
  if (value === undefined) return null;
  return viewModes.find((mode) => String(numbers[mode]) === value) ?? 'list';
}

export const linkWithView = (link: string, mode: ViewMode | null): string =>
  mode === null ? link : `${link}?view=${numbers[mode]}`;
