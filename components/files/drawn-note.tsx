import type { ReactNode } from 'react';
import { noteBelowTitle } from '@/lib/domain/title';
import { Markdown } from './markdown';

/** A note as a page has drawn it on the server, with the text it was drawn from. */
export type DrawnNote = { text: string; drawn: ReactNode };

/** For pages: spares the browser the reading of markdown until the note changes. */
export function drawNote(description: string | null): DrawnNote {
  const text = noteBelowTitle(description);
  return { text, drawn: text !== '' && <Markdown text={text} /> };
}
