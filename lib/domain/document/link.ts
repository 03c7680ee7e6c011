/**
 * Returns the product's address of a page of `docs/`, as a link in another one names it. Null for pages that are not in
 * the product. Other addresses stay as they are.
 */
export function documentLink(area: 'guide' | 'operate', href: string): string | null {
  if (/^([a-z]+:|#)/i.test(href)) return href;
  const [, folder, name, anchor = ''] = /^(?:\.\.\/(use|operate)\/)?([a-z0-9-]+)\.md(#.*)?$/.exec(href) ?? [];
  if (name === undefined) return null;
  const target = folder === undefined ? area : folder === 'use' ? 'guide' : 'operate';
  return target === 'guide' && name === 'guide'
    ? `/api/doc/guide${anchor}`
    : `/api/doc/${target}/${name}${anchor}`;
}

/** Returns the anchor of a heading, as readers of Markdown make it. */
export const headingAnchor = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-');
