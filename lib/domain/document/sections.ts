import { headingAnchor } from './link';

/** A part of a page of the docs below one heading; the first part has no heading of its own. */
export type DocumentSection = { address: string; title: string; heading: string; text: string };

/** Returns the parts of the page at an address, so that a search leads to the place and not only to the page. */
export function documentSections(address: string, title: string, text: string): DocumentSection[] {
  const [start = '', ...rest] = withoutCodeHeadings(text).split(/^##+ /m);
  return [
    { address, title, heading: '', text: plain(start) },
    ...rest.map((part) => {
      const [heading = '', ...lines] = part.split('\n');
      const words = plain(heading);
      const place = `${address}#${headingAnchor(words)}`;
      return { address: place, title, heading: words, text: plain(lines.join('\n')) };
    }),
  ];
}

/** Comments in code begin as headings do. */
const withoutCodeHeadings = (text: string) =>
  text.replace(/^ *```[\s\S]*?^ *```$/gm, (code) => code.replace(/^#+ /gm, ''));

const plain = (markdown: string): string =>
  markdown
    .replace(/<a id="[^"]*"><\/a>/g, '')
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/^\|[ |:-]+\|$/gm, '')
    .replace(/[`*|>]|^ *```\w*$/gm, ' ')
    .replace(/\s+/g, ' ')
    .trim();
