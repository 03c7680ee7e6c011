import type { MarkdownToken } from '@11ty/eleventy';
import { headingAnchor } from '@/lib/domain/document-link';
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

type Lead = (href: string | null) => string | null;

/** Links to files that aren't on the site become plain words. */
export function leadLinks(
  tokens: readonly MarkdownToken[],
  pages: readonly SourcePage[],
  page: SourcePage,
): void {
  const lead: Lead = (href) => siteLink(pages, page, href ?? '');
  for (const { children } of tokens) leadInline(children ?? [], lead);
}

function leadInline(children: readonly MarkdownToken[], lead: Lead): void {
  let isDropped = false;
  for (const token of children) {
    if (token.type === 'image') leadTo(token, 'src', lead);
    if (token.type === 'link_open') isDropped = !leadTo(token, 'href', lead);
    if (isDropped && /^link_(open|close)$/.test(token.type)) forget(token);
  }
}

function leadTo(token: MarkdownToken, name: 'href' | 'src', lead: Lead): boolean {
  const target = lead(token.attrGet(name));
  if (target !== null) token.attrSet(name, target);
  return target !== null;
}

function forget(token: MarkdownToken): void {
  token.type = 'text';
  token.tag = '';
  token.content = '';
}
