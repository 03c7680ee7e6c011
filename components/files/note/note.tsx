'use client';

import dynamic from 'next/dynamic';
import { Suspense } from 'react';
import type { RenderedNote } from './rendered-note';

const Markdown = dynamic(() => import('./markdown').then((module) => module.Markdown));

/** Displays the note as rendered by the server, or renders it here after a change. */
export function Note({ text, atFirst }: { text: string; atFirst: RenderedNote | null }) {
  return atFirst?.text === text ? atFirst.element : <LateMarkdown text={text} />;
}

/**
 * Loads the Markdown parser (46 KB) with the first note rendered in the browser, and leaves its place empty
 * until then.
 */
function LateMarkdown({ text }: { text: string }) {
  return (
    <Suspense fallback={null}>
      <Markdown text={text} />
    </Suspense>
  );
}
