import type { ReactNode } from 'react';
import type { NoteTree } from '@/lib/domain/file/note-tree';
import { isPlainNote } from '@/lib/domain/note/plain-note';
import { noteBelowTitle } from '@/lib/domain/title';
import { MarkdownTree } from './markdown';
import { PlainNote } from './plain-note';

export type RenderedNote = { text: string; element: ReactNode };

/**
 * Renders on the server, so that the browser needs no Markdown parser. Plain text when it is that, or `parse`
 * returns null.
 */
export async function renderNote(
  { description }: { description: string | null },
  parse: (text: string) => Promise<NoteTree | null>,
): Promise<RenderedNote> {
  const text = noteBelowTitle(description);
  if (text === '') return { text, element: null };
  const tree = isPlainNote(text) ? null : await parse(text);
  return { text, element: tree ? <MarkdownTree tree={tree} /> : <PlainNote text={text} /> };
}
