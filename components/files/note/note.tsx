'use client';

import dynamic from 'next/dynamic';
import { Suspense } from 'react';
import { isPlainNote } from '@/lib/domain/note/plain-note';
import { PlainNote } from './plain-note';
import type { RenderedNote } from './rendered-note';

const Markdown = dynamic(() => import('./markdown').then((module) => module.Markdown));

export function Note({ text, atFirst }: { text: string; atFirst: RenderedNote | null }) {
  if (atFirst?.text === text) return atFirst.element;
  return isPlainNote(text) ? <PlainNote text={text} /> : <LateMarkdown text={text} />;
}

/** Loads the Markdown parser (46 KB) only for notes rendered in the browser. */
function LateMarkdown({ text }: { text: string }) {
  return (
    <Suspense fallback={null}>
      <Markdown text={text} />
    </Suspense>
  );
}
