import MiniSearch, { type Options } from 'minisearch';
import type { DocumentSection } from './sections';

const options: Options<DocumentSection> = {
  idField: 'address',
  fields: ['title', 'heading', 'text'],
  storeFields: ['address', 'title', 'heading', 'text'],
  searchOptions: {
    boost: { title: 4, heading: 3 },
    prefix: (term) => term.length > 2,
    fuzzy: (term) => (term.length > 5 ? 0.2 : false),
    combineWith: 'AND',
  },
};

export type DocumentIndex = MiniSearch<DocumentSection>;

export function indexDocuments(sections: readonly DocumentSection[]): DocumentIndex {
  const index = new MiniSearch<DocumentSection>(options);
  index.addAll(sections);
  return index;
}

/** Returns the best places first. Where none has all words, those that have some. */
export function searchDocuments(index: DocumentIndex, query: string, limit = 12): DocumentSection[] {
  const words = query.slice(0, 200);
  const all = index.search(words);
  const found = all.length > 0 ? all : index.search(words, { combineWith: 'OR' });
  return found
    .slice(0, limit)
    .map(({ address, title, heading, text }) => ({ address, title, heading, text }));
}
