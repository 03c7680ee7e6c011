import { shortId } from './ident';
import { cleanName } from './pasted/name';
import { type Counted, totalOf } from './share-total';

/** What a share is called by itself: the heading that its note begins with, else its name; null when it has neither. */
export const shareTitle = (description: string | null, name: string | null): string | null =>
  headingOf(description) || cleanName(name ?? '') || null;

/** The heading that a note begins with; "" when it begins with something else. */
export function headingOf(description: string | null): string {
  const firstLine = description?.trimStart().split('\n', 1)[0] ?? '';
  return firstLine.startsWith('#') ? cleanName(withoutClosing(firstLine.replace(/^#+\s*/, ''))) : '';
}

/** Without the #s that may end a heading. No pattern: one that looks for an end tries again from each gap. */
function withoutClosing(heading: string): string {
  const line = heading.trimEnd();
  let end = line.length;
  while (line[end - 1] === '#') end--;
  const stands = end === 0 || line.slice(0, end).trimEnd().length < end;
  return stands ? line.slice(0, end) : line;
}

const longestLine = 80;

/** A note's first line as plain words; null where there are none. */
export function firstLineOf(description: string | null): string | null {
  const line = description?.trimStart().split('\n', 1)[0] ?? '';
  const words = cleanName(
    line
      .slice(0, 500)
      .replace(/^[#>*+\s-]+/, '')
      .replace(/[*_`]/g, ''),
  );
  return words.length > longestLine ? `${words.slice(0, longestLine - 1).trimEnd()}…` : words || null;
}

type Written = { name: string | null; description: string | null; isReceived: boolean; files: number };

/**
 * What people wrote that a share is called by: a heading at the beginning of its note, else its name. Where there is none, as
 * in an inbox, and where there are no files to call it by, the note's first line will do.
 */
export const writtenTitle = ({ name, description, isReceived, files }: Written): string | null =>
  shareTitle(description, name)?.slice(0, 255) ??
  (isReceived || files === 0 ? firstLineOf(description) : null);

type Told = {
  id: string;
  /** What people wrote, as `writtenTitle` has it. */
  title: string | null;
  firstFile: string | null;
  created: number;
};
/** A share as a list has it, or as its own page does. */
export type Titled = Told &
  ({ aliasInfo: { name: string } | null; files: number } | ({ aliasName: string | null } & Counted));
/** `alias`: the name of the one that it came through, for those who may know. */
type TitleFacts = Told & { files: number; alias: string | null };

export function titleFacts(share: Titled): TitleFacts {
  const { id, title, firstFile, created } = share;
  const told = { id, title, firstFile, created };
  return 'aliasInfo' in share
    ? { ...told, files: share.files, alias: share.aliasInfo?.name ?? null }
    : { ...told, files: totalOf(share).files, alias: share.aliasName };
}

export type TitleWords = {
  received: (alias: string, created: number) => string;
  ofFiles: (name: string, more: number) => string;
};

/** The one rule for what a share is called, wherever it is spoken of. Its id is the last resort. */
export function titleOf(
  { id, title, firstFile, files, alias, created }: TitleFacts,
  say: TitleWords,
): string {
  if (title !== null) return title;
  if (alias !== null) return say.received(alias, created);
  return firstFile === null ? shortId(id) : say.ofFiles(firstFile, Math.max(0, files - 1));
}

/** The note without the heading that is the title already. */
export function noteBelowTitle(description: string | null): string {
  const note = description?.trimStart() ?? '';
  return headingOf(note) === '' ? note : note.split('\n').slice(1).join('\n').trim();
}
