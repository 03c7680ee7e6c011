import fs from 'node:fs';
import path from 'node:path';

/** `file` is the Markdown in the repository, `address` its place on the site. */
export type SourcePage = { file: string; address: string; title: string; text: string };

const projectFiles = ['README.md', 'SECURITY.md', 'CHANGELOG.md', 'CONTRIBUTING.md'];

export function sourcePages(root: string): SourcePage[] {
  const docs = fs
    .readdirSync(path.join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md'))
    .map((file) => path.posix.join('docs', file))
    .sort();
  return [...docs, ...projectFiles].map((file) => {
    const text = fs.readFileSync(path.join(root, file), 'utf8');
    return { file, address: addressOf(file), title: /^# (.*)$/m.exec(text)?.[1] ?? file, text };
  });
}

function addressOf(file: string): string {
  if (file === 'docs/README.md') return 'index.html';
  return `${file
    .replace(/^docs\//, '')
    .replace(/\.md$/, '')
    .toLowerCase()}.html`;
}

/** Returns what a link of a page leads to on the site, from there. Null for files that only the repository has. */
export function siteLink(pages: readonly SourcePage[], page: SourcePage, href: string): string | null {
  if (/^([a-z]+:|#)/i.test(href)) return href;
  const [target = '', anchor] = href.split('#');
  const file = path.posix.join(path.posix.dirname(page.file), target);
  const address = file.startsWith('docs/screenshots/')
    ? file.replace('docs/', '')
    : pages.find((one) => one.file === file)?.address;
  if (address === undefined) return null;
  return fromPage(page, address) + (anchor === undefined ? '' : `#${anchor}`);
}

/** Relative, so that the site works from a folder of files, too. */
export const fromPage = (page: Pick<SourcePage, 'address'>, address: string): string =>
  path.posix.relative(path.posix.dirname(page.address), address);
