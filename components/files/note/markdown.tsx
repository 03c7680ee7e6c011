import ReactMarkdown, { type Components, defaultUrlTransform } from 'react-markdown';
import remarkGfm from 'remark-gfm';
import type { NoteTree } from '@/lib/domain/file/note-tree';
import { asWritten } from '@/lib/domain/note/as-written.mjs';
import { orderHeadings } from '@/lib/domain/note/order-headings';
import { PlainNote } from './plain-note';

/** Excludes relative targets, which would lead into this application. */
const isAbsolute = (target: unknown): target is string =>
  typeof target === 'string' && /^([a-z]+:|#)/i.test(target);

/** Markers, lines and columns begin at the side where the text does. */
const inItsDirection = (Tag: 'ul' | 'ol' | 'blockquote' | 'table') =>
  function BlockInItsDirection({ node: _, ...props }: { node?: unknown }) {
    return <Tag dir="auto" {...props} />;
  };

/** Raw HTML stays text, and pictures become links, so that reading a note can't be tracked. */
const components: Components = {
  a: ({ href, children }) =>
    isAbsolute(href) ? (
      <a href={href} target="_blank" rel="noopener nofollow ugc">
        {children}
      </a>
    ) : (
      children
    ),
  img: ({ src, alt }) =>
    isAbsolute(src) ? (
      <a href={src} target="_blank" rel="noopener nofollow ugc">
        {alt || src}
      </a>
    ) : (
      (alt ?? '')
    ),
  ul: inItsDirection('ul'),
  ol: inItsDirection('ol'),
  blockquote: inItsDirection('blockquote'),
  table: inItsDirection('table'),
};

const urlTransform = (url: string): string => (/^tel:/i.test(url) ? url : defaultUrlTransform(url));

export const prose = [
  'text-[15px]/6 [overflow-wrap:anywhere] [&>*+*]:mt-3 [&>:is(h2,h3,h4,h5)+*]:mt-2 [&_:is(p,li,td,th,h2,h3,h4,h5)]:[unicode-bidi:plaintext] [&_:is(li,td,th)]:[text-align:match-parent] [&_:is(li,td,th)]:[text-align:-webkit-match-parent]',
  '[&_:is(h2,h3,h4,h5)]:font-semibold [&_:is(h2,h3,h4,h5)]:tracking-tight [&_h2]:text-xl [&_h3]:text-lg',
  '[&>:is(h2,h3,h4,h5)]:mt-6 [&>:first-child]:mt-0',
  '[&_a]:underline [&_a]:decoration-faint [&_a]:underline-offset-3 [&_a:hover]:decoration-ink',
  '[&_ul]:list-disc [&_ol]:list-decimal [&_:is(ul,ol)]:ps-5 [&_li+li]:mt-1 [&_.contains-task-list]:list-none [&_.contains-task-list]:ps-0 [&_input]:inline-grid [&_input]:align-text-bottom',
  '[&_blockquote]:border-s-2 [&_blockquote]:border-line [&_blockquote]:ps-4 [&_blockquote]:text-muted',
  '[&_code]:rounded [&_code]:bg-sunken [&_code]:px-1 [&_code]:py-0.5 [&_code]:font-mono [&_code]:text-[0.9em]',
  '[&_pre]:overflow-x-auto [&_pre]:rounded-control [&_pre]:bg-sunken [&_pre]:p-4 [&_pre_code]:p-0 [&_pre]:[overflow-wrap:normal]',
  '[&_table]:block [&_table]:overflow-x-auto [&_table]:[overflow-wrap:break-word] [&_:is(th,td)]:border-b [&_:is(th,td)]:border-line [&_:is(th,td)]:py-2 [&_:is(th,td)]:pe-6 [&_th]:font-medium',
  '[&_hr]:my-6 [&_hr]:border-line',
].join(' ');

export function Markdown({ text }: { text: string }) {
  return <div className={prose}>{renderMarkdown(text) ?? <PlainNote text={text} />}</div>;
}

export function MarkdownTree({ tree }: { tree: NoteTree }) {
  const rehypePlugins = [() => () => tree as never, orderHeadings];
  return (
    <div className={prose}>{ReactMarkdown({ rehypePlugins, components, urlTransform, children: '' })}</div>
  );
}

/** Catches errors by rendering synchronously. Returns null for text nested too deeply. */
function renderMarkdown(text: string) {
  try {
    const remarkPlugins = [remarkGfm, asWritten];
    const rehypePlugins = [() => (tree: NoteTree) => assertDepth(tree), orderHeadings];
    return ReactMarkdown({ remarkPlugins, rehypePlugins, components, urlTransform, children: text });
  } catch {
    return null;
  }
}

const maxDepth = 100;

/** Must run before the renderers, which recurse. */
function assertDepth({ children = [] }: NoteTree, depth = 0): void {
  if (depth > maxDepth) throw new RangeError('too many levels');
  for (const child of children) assertDepth(child, depth + 1);
}
