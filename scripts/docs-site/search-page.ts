import { indexDocuments, searchDocuments } from '@/lib/domain/document/search';
import type { DocumentSection } from '@/lib/domain/document/sections';

declare global {
  /** Set by documents.js, because a page that is opened as a file can't fetch. */
  var documents: DocumentSection[];
}

const query = new URLSearchParams(location.search).get('q') ?? '';
const list = document.querySelector('#found');
const field = document.querySelector<HTMLInputElement>('#q');
if (field) field.value = query;
const found = query.trim() === '' ? [] : searchDocuments(indexDocuments(globalThis.documents), query);
const status = document.querySelector('#status');
if (status && query.trim() !== '') {
  status.textContent = found.length === 0 ? `Nothing is about “${query}”.` : `Found for “${query}”:`;
}
for (const { address, title, heading, text } of found) {
  const item = document.createElement('li');
  const link = document.createElement('a');
  link.href = address;
  link.textContent = heading === '' ? title : `${title}: ${heading}`;
  const words = document.createElement('p');
  words.textContent = text.slice(0, 200);
  item.append(link, words);
  list?.append(item);
}
