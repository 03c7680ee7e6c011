import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { DocumentPage } from '@/components/api-doc/document-page';
import { DocumentSearch } from '@/components/api-doc/document-search';
import { ButtonAnchor } from '@/components/ui/button';
import { serverPaths } from '@/lib/paths';
import { config } from '@/lib/server/config';
import { optionalPageContext } from '@/lib/server/http/page';
import { listDocuments, readDocument } from '@/lib/server/services/info/documents';
import { findInDocuments } from '@/lib/server/services/info/search-documents';

export const metadata: Metadata = { title: 'Guide' };

export default async function GuidePage({ searchParams }: PageProps<'/api/doc/guide'>) {
  const root = config().ROOT;
  const guide = (await readDocument(root, 'guide', 'guide')) ?? redirect(serverPaths.calls); // the docs are not installed
  const { viewer } = await optionalPageContext();
  const pages = viewer?.admin ? await listDocuments(root, 'operate') : [];
  const { q = '' } = await searchParams;
  const query = (Array.isArray(q) ? q[0] : q) ?? '';
  const found = await findInDocuments(root, query, { isAdmin: viewer?.admin === true });
  return (
    <DocumentPage area="guide" {...guide} lead={<DocumentSearch query={query.slice(0, 200)} found={found} />}>
      <section aria-labelledby="calls" className="mt-12 border-t border-line pt-6">
        <h2 id="calls" className="text-lg font-semibold tracking-tight">
          Scripts and apps
        </h2>
        <p className="mt-1 mb-4 text-sm text-muted">Everything you can do here, programs can do as well.</p>
        <ButtonAnchor tone="quiet" href={serverPaths.calls}>
          All calls of the API
        </ButtonAnchor>
      </section>
      {pages.length > 0 && (
        <section aria-labelledby="operate" className="mt-12 border-t border-line pt-6">
          <h2 id="operate" className="mb-3 text-lg font-semibold tracking-tight">
            Run this server
          </h2>
          <ul className="columns-2 text-sm leading-7">
            {pages.map(({ name, title }) => (
              <li key={name}>
                <a href={serverPaths.operatorDocument(name)} className="underline underline-offset-3">
                  {title}
                </a>
              </li>
            ))}
          </ul>
        </section>
      )}
    </DocumentPage>
  );
}
