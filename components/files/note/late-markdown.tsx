import dynamic from 'next/dynamic';
import { Suspense } from 'react';

const Markdown = dynamic(() => import('./markdown').then((module) => module.Markdown));

/**
 * What reads markdown weighs 46 KB: it comes with the first note that has to be drawn in the browser. Until then
 * the place stays empty, and nothing around it waits.
 */
export function LateMarkdown({ text }: { text: string }) {
  return (
    <Suspense fallback={null}>
      <Markdown text={text} />
    </Suspense>
  );
}
