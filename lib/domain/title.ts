import { shortId } from './ident';
import { cleanName } from './pasted/plain-text';
import { type FilesWithTotals, totalOf } from './share-total';

/** The heading that the note begins with, else the name; null for neither. */
export const shareTitle = (description: string | null, name: string | null): string | null =>
  headingOf(description) || cleanName(name ?? '') || null;

export function headingOf(description: string | null): string {
  const firstLine = description?.trimStart().split('\n', 1)[0] ?? '';
  return firstLine.startsWith('#') ? cleanName(withoutClosing(firstLine.replace(/^#+\s*/, ''))) : '';
}

/** A regular expression would backtrack. */
function withoutClosing(heading: string): string {
  const line = heading.trimEnd();
  let end = line.length;
  while (line[end - 1] === '#') end--;
  const stands = end === 0 || line.slice(0, end).trimEnd().length < end;
  return stands ? line.slice(0, end) : line;
}

/** Null if its inbox asked for nothing, or nothing was said. */
export const senderOf = (sender: {
  name: string | null;
  email: string | null;
  reference: string | null;
}): string | null => sender.name ?? sender.email ?? sender.reference;

/** Returns the title that people wrote, short enough for a list. */
export const writtenTitle = ({
  name,
  description,
}: {
  name: string | null;
  description: string | null;
}): string | null => shareTitle(description, name)?.slice(0, 255) ?? null;

type TitleFields = {
  id: string;
  title: string | null;
  firstFile: string | null;
  created: number;
};
export type TitledShare = TitleFields &
  ({ aliasInfo: { name: string } | null; files: number } | ({ aliasName: string | null } & FilesWithTotals));
type TitleFacts = TitleFields & { files: number; alias: string | null };

export function titleFacts(share: TitledShare): TitleFacts {
  const { id, title, firstFile, created } = share;
  const fields = { id, title, firstFile, created };
  return 'aliasInfo' in share
    ? { ...fields, files: share.files, alias: share.aliasInfo?.name ?? null }
    : { ...fields, files: totalOf(share).files, alias: share.aliasName };
}

export type TitleWords = {
  received: (alias: string, created: number) => string;
  ofFiles: (name: string, more: number) => string;
};

/** Returns the title of a share everywhere. Falls back to the shortened ID. */
export function titleOf(
  { id, title, firstFile, files, alias, created }: TitleFacts,
  words: TitleWords,
): string {
  if (title !== null) return title;
  if (firstFile !== null) return words.ofFiles(firstFile, Math.max(0, files - 1));
  return alias === null ? shortId(id) : words.received(alias, created);
}

export function noteBelowTitle(description: string | null): string {
  const note = description?.trimStart() ?? '';
  return headingOf(note) === '' ? note : note.split('\n').slice(1).join('\n').trim();
}
