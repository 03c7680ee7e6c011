import fs from 'node:fs';
import path from 'node:path';
import Eleventy, { type EleventyConfig } from '@11ty/eleventy';
import { build } from 'esbuild';
import { documentSections } from '@/lib/domain/document/sections';
import { anchorHeadings, leadLinks, reachTables } from './markdown';
import { fromPage, type SourcePage, sourcePages } from './source-pages';

const root = path.resolve(import.meta.dirname, '../..');

const searchPage: SourcePage = {
  file: 'docs/search.md',
  address: 'search.html',
  title: 'Search',
  text: `# Search

<p id="status" role="status">Type a word above. This page needs scripts.</p>
<ol id="found"></ol>
<script src="documents.js"></script>
<script src="search.js"></script>
`,
};

/** @throws for a folder with anything but a site that was made before, because it is emptied */
export async function makeSite(folder: string): Promise<void> {
  const there = fs.existsSync(folder) ? fs.readdirSync(folder) : [];
  if (there.length > 0 && !there.includes('documents.js')) {
    throw new Error(`${folder} has other files. Name a folder that is empty or not there.`);
  }
  fs.rmSync(folder, { recursive: true, force: true });
  const pages = [...sourcePages(root), searchPage];
  await new Eleventy(path.relative(process.cwd(), import.meta.dirname), folder, {
    quietMode: true,
    configPath: false,
    config: (to) => configure(to, pages),
  }).write();
  fs.cpSync(path.join(root, 'docs/screenshots'), path.join(folder, 'screenshots'), { recursive: true });
  fs.copyFileSync(path.join(import.meta.dirname, 'site.css'), path.join(folder, 'site.css'));
  fs.writeFileSync(path.join(folder, 'documents.js'), `documents = ${JSON.stringify(sections(pages))};\n`);
  await build({
    entryPoints: [path.join(import.meta.dirname, 'search-page.ts')],
    outfile: path.join(folder, 'search.js'),
    bundle: true,
    minify: true,
    tsconfig: path.join(root, 'tsconfig.json'),
  });
}

function configure(to: EleventyConfig, pages: readonly SourcePage[]): void {
  to.setTemplateFormats(['md']);
  to.setIncludesDirectory('.');
  for (const source of pages) {
    to.addTemplate(source.file, source.text, {
      layout: 'page.liquid',
      templateEngineOverride: 'md',
      permalink: source.address,
      title: source.title,
      base: fromPage(source, 'x').slice(0, -1),
      siblings: siblingsOf(pages, source),
      source,
    });
  }
  to.amendLibrary('md', (library) => {
    library.core.ruler.push('site', ({ tokens, env }) => {
      anchorHeadings(tokens);
      reachTables(tokens);
      leadLinks(tokens, pages, env.source);
    });
  });
}

function siblingsOf(pages: readonly SourcePage[], page: SourcePage) {
  const folder = path.posix.dirname(page.address);
  return pages
    .filter(({ address }) => path.posix.dirname(address) === folder && address !== searchPage.address)
    .map(({ address, title }) => ({
      href: fromPage(page, address),
      title,
      isHere: address === page.address,
    }));
}

function sections(pages: readonly SourcePage[]) {
  return pages
    .filter(({ file }) => /^docs\/(use|operate)\/|^docs\/compare|^(README|SECURITY)/.test(file))
    .flatMap(({ title, text, address }) => documentSections(address, title, text.replace(/^# .*$/m, '')));
}
