import { shortId } from './ident';

/** What a share is called by itself: its note's first heading, else its name; null when it has neither. */
export function shareTitle(description: string | null, name: string | null): string | null {
  const firstLine = description?.trimStart().split('\n', 1)[0] ?? '';
  const heading = firstLine.startsWith('#') ? withoutClosing(firstLine.replace(/^#+\s*/, '')).trim() : '';
  return heading || name || null;
}

/** Without the #s that may end a heading. No pattern: one that looks for an end tries again from each gap. */
function withoutClosing(heading: string): string {
  const line = heading.trimEnd();
  let end = line.length;
  while (line[end - 1] === '#') end--;
  const stands = end === 0 || line.slice(0, end).trimEnd().length < end;
  return stands ? line.slice(0, end) : line;
}

/** What it is called among others, where no note is read: its name, else both ends of its id. */
export const listedName = ({ name, id }: { name: string | null; id: string }): string => name || shortId(id);

/** The note without the heading that already stands as the title. */
export function noteBelowTitle(description: string | null): string {
  const note = description?.trimStart() ?? '';
  return note.startsWith('#') ? note.split('\n').slice(1).join('\n').trim() : note;
}
