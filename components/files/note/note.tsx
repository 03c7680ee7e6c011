'use client';

import type { DrawnNote } from './drawn-note';
import { LateMarkdown } from './late-markdown';

/** A share's note, as the server drew it or, when it is another by now, drawn here. */
export function Note({ text, atFirst }: { text: string; atFirst: DrawnNote | null }) {
  return atFirst?.text === text ? atFirst.drawn : <LateMarkdown text={text} />;
}
