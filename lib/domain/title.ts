import { shortId } from './ident';

/** What a share is called by itself: its note's first heading, else its name; null when it has neither. */
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

/** What it is called among others, where no note is read: its name, else both ends of its id. */
export const listedName = ({ name, id }: { name: string | null; id: string }): string => name || shortId(id);

/** The note without the heading that already stands as the title. */
export function noteBelowTitle(description: string | null): string {
  const note = description?.trimStart() ?? '';
  return note.startsWith('#') ? note.split('\n').slice(1).join('\n').trim() : note;
}
