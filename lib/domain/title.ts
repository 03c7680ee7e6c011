/** A share is named by its note's first heading, else by its name; null when it has neither. */
export function shareTitle(description: string | null, name: string | null): string | null {
  const firstLine = description?.trimStart().split('\n', 1)[0] ?? '';
  const heading = firstLine.startsWith('#')
    ? firstLine
        .replace(/^#+\s*/, '')
        .replace(/\s+#+\s*$/, '')
        .trim()
    : '';
  return heading || name || null;
}

/** The note without the heading that already stands as the title. */
export function noteBelowTitle(description: string | null): string {
  const note = description?.trimStart() ?? '';
  return note.startsWith('#') ? note.split('\n').slice(1).join('\n').trim() : note;
}
