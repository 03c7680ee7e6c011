import type { ReactNode } from 'react';
import type { NoteTree } from '@/lib/domain/file/note-tree';
import { noteBelowTitle } from '@/lib/domain/title';
import { ReadMarkdown, Unread } from './markdown';

/** A note as a page has drawn it on the server, with the text it was drawn from. */
export type DrawnNote = { text: string; drawn: ReactNode };

/** Null for a text that would hold all others up. */
type Reader = (text: string) => Promise<NoteTree | null>;

type Described = { description: string | null };

/**
 * For pages: spares the browser the reading of markdown until the note changes. What can't be read is shown as it was
 * written.
 */
export async function drawNote({ description }: Described, read: Reader): Promise<DrawnNote> {
  const text = noteBelowTitle(description);
  if (text === '') return { text, drawn: null };
  const tree = await read(text);
  return { text, drawn: tree ? <ReadMarkdown tree={tree} /> : <Unread text={text} /> };
}
