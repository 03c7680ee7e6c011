import type { ReactNode } from 'react';
import { noteBelowTitle } from '@/lib/domain/title';
import { Markdown, Unread } from './markdown';

/** A note as a page has drawn it on the server, with the text it was drawn from. */
export type DrawnNote = { text: string; drawn: ReactNode };

type Within = (text: string, read: (text: string) => ReactNode) => ReactNode | null;

/**
 * For pages: spares the browser the reading of markdown until the note changes.
 * @param within reads it, or answers null when that would hold all others up: then it is shown as it was written
 */
export function drawNote(description: string | null, within: Within): DrawnNote {
  const text = noteBelowTitle(description);
  if (text === '') return { text, drawn: null };
  // Called, not drawn later, when nobody looks at the time.
  return { text, drawn: within(text, (given) => Markdown({ text: given })) ?? <Unread text={text} /> };
}
