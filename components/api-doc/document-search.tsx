import { buttonLook } from '@/components/ui/button-look';
import { controlHeight, controlLook } from '@/components/ui/form/control-look';
import type { DocumentSection } from '@/lib/domain/document/sections';
import { paths } from '@/lib/paths';

/** In English, like the documents. It works without scripts. */
export function DocumentSearch({ query, found }: { query: string; found: readonly DocumentSection[] }) {
  return (
    <search className="mb-8 block">
      <form action={paths.documentation} className="flex gap-2">
        <label htmlFor="q" className="sr-only">
          Search the documents
        </label>
        <input
          id="q"
          name="q"
          type="search"
          defaultValue={query}
          maxLength={200}
          placeholder="Search, such as 2FA or quota"
          className={`${controlLook} ${controlHeight} grow px-3`}
        />
        <button type="submit" className={buttonLook({ tone: 'quiet' })}>
          Search
        </button>
      </form>
      {query.trim() !== '' && <Results query={query} found={found} />}
    </search>
  );
}

function Results({ query, found }: { query: string; found: readonly DocumentSection[] }) {
  if (found.length === 0) return <p className="mt-4 text-sm text-muted">Nothing is about “{query}”.</p>;
  return (
    <ol aria-label="Found" className="mt-4 flex flex-col gap-4">
      {found.map(({ address, title, heading, text }) => (
        <li key={address}>
          <a href={address} className="font-medium underline underline-offset-3">
            {heading === '' ? title : `${title}: ${heading}`}
          </a>
          <p className="line-clamp-2 text-sm text-muted">{text.slice(0, 240)}</p>
        </li>
      ))}
    </ol>
  );
}
