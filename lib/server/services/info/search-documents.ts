import { type DocumentIndex, indexDocuments, searchDocuments } from '@/lib/domain/document/search';
import { type DocumentSection, documentSections } from '@/lib/domain/document/sections';
import { type DocumentArea, listDocuments, readDocument } from './documents';

/** Pages change only with the release, so they are read once. */
const indexes = new Map<string, Promise<DocumentIndex>>();

/** Finds places in the pages that the reader may see: those of operators are for admins. */
export async function findInDocuments(
  root: string,
  query: string,
  { isAdmin }: { isAdmin: boolean },
): Promise<DocumentSection[]> {
  if (query.trim() === '') return [];
  const areas: DocumentArea[] = isAdmin ? ['guide', 'operate'] : ['guide'];
  const key = JSON.stringify([root, areas]);
  const index = indexes.get(key) ?? readIndex(root, areas);
  indexes.set(key, index);
  return searchDocuments(await index, query);
}

async function readIndex(root: string, areas: readonly DocumentArea[]): Promise<DocumentIndex> {
  const pages = areas.map(async (area) => {
    const names = (await listDocuments(root, area)).map(({ name }) => name);
    return Promise.all(names.map((name) => sectionsOf(root, area, name)));
  });
  return indexDocuments((await Promise.all(pages)).flat(2));
}

async function sectionsOf(root: string, area: DocumentArea, name: string) {
  const page = await readDocument(root, area, name);
  const address = area === 'guide' && name === 'guide' ? '/api/doc/guide' : `/api/doc/${area}/${name}`;
  return documentSections(address, page?.title ?? '', page?.text ?? '');
}
