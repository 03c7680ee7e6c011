'use client';

import { useQuery } from '@tanstack/react-query';
import { Fragment, type ReactNode } from 'react';
import type { CodePiece } from '@/lib/client/content/highlight';
import { type CodeLanguage, highlightMaxChars } from '@/lib/domain/file/code-language';

type CodeProps = { text: string; language: CodeLanguage | null; address: string };

const colours = [
  '[&_:is(.hljs-keyword,.hljs-built_in,.hljs-selector-tag,.hljs-name,.hljs-tag,.hljs-section)]:text-code-word',
  '[&_:is(.hljs-string,.hljs-regexp,.hljs-addition,.hljs-quote)]:text-code-text',
  '[&_:is(.hljs-number,.hljs-literal,.hljs-attr,.hljs-attribute,.hljs-symbol,.hljs-meta)]:text-code-value',
  '[&_:is(.hljs-title,.hljs-type)]:text-accent [&_.hljs-deletion]:text-danger',
  '[&_.hljs-comment]:text-muted',
].join(' ');

export function Code({ text, language, address }: CodeProps) {
  const isColoured = language !== null && text.length <= highlightMaxChars;
  const { data: pieces } = useQuery({
    queryKey: ['code', address],
    queryFn: async () => {
      const { highlight } = await import('@/lib/client/content/highlight');
      return language === null ? [text] : highlight(language, text);
    },
    enabled: isColoured,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <pre
      className={`font-mono text-sm leading-6 whitespace-pre-wrap [overflow-wrap:anywhere] [tab-size:4] ${colours}`}
    >
      {pieces ? render(pieces) : text}
    </pre>
  );
}

const render = (pieces: readonly CodePiece[]): ReactNode =>
  pieces.map((piece, index) =>
    typeof piece === 'string' ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: pieces never move
      <Fragment key={index}>{piece}</Fragment>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: as above
      <span key={index} className={piece.className}>
        {render(piece.pieces)}
      </span>
    ),
  );
