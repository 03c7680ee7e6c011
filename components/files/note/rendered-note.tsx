import type { ReactNode } from 'react';
import type { NoteTree } from '@/lib/domain/file/note-tree';
import { noteBelowTitle } from '@/lib/domain/title';
import { MarkdownTree, PlainNote } from './markdown';

export type RenderedNote = { text: string; element: ReactNode };

/**
 * Renders on the server, so that the browser needs no Markdown parser. Plain text when `parse` returns
 * null.
 */
export async function renderNote(
  { description }: { description: string | null },
  parse: (text: string) => Promise<NoteTree | null>,
): Promise<RenderedNote> {
  const text = noteBelowTitle(description);
  if (text === '') return { text, element: null };
  const tree = await parse(text);
  return { text, element: tree ? <MarkdownTree tree={tree} /> : <PlainNote text={text} /> };
}
