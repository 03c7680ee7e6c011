import type { MarkdownToken } from '@11ty/eleventy';
import { headingAnchor } from '@/lib/domain/document/link';
import { type SourcePage, siteLink } from './source-pages';

/** Gives headings the anchors that links name. */
export function anchorHeadings(tokens: readonly MarkdownToken[]): void {
  tokens.forEach((token, at) => {
    if (token.type !== 'heading_open') return;
    const inline = tokens[at + 1]?.children ?? [];
    token.attrSet('id', headingAnchor(inline.map(({ content }) => content).join('')));
  });
}

/** A wide table is moved by the keyboard, too. */
export function reachTables(tokens: readonly MarkdownToken[]): void {
  for (const token of tokens) if (token.type === 'table_open') token.attrSet('tabindex', '0');
}

/** Links to files that aren't on the site lose their target, so that they are plain words. */
export function leadLinks(
  tokens: readonly MarkdownToken[],
  pages: readonly SourcePage[],
  page: SourcePage,
): void {
  for (const token of tokens.flatMap(({ children }) => children ?? []))
    token.attrs = (token.attrs ?? []).flatMap(([name, value]) => {
      const target = name === 'href' || name === 'src' ? siteLink(pages, page, value) : value;
      return target === null ? [] : [[name, target]];
    });
}
