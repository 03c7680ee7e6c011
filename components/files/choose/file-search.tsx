'use client';

import { useTranslations } from 'next-intl';
import { startTransition, useState } from 'react';
import { SearchField } from '@/components/ui/form/search-field';
import type { ShareFile } from '@/lib/contract/share/file';
import { maxSearchChars } from '@/lib/domain/limits';
import { searchText, searchWords } from '@/lib/domain/pasted/search-words';

type FileSearchProps = {
  /** Of what is found; undefined while nothing is sought. */
  count: number | undefined;
  onFilter: (isFound: ((file: ShareFile) => boolean) | null) => void;
};

export function FileSearch({ count, onFilter }: FileSearchProps) {
  const [query, setQuery] = useState('');
  const search = (q: string) => {
    setQuery(q);
    startTransition(() => onFilter(filterOf(q)));
  };
  return <FileSearchField {...{ query, count }} onQuery={search} />;
}

function filterOf(query: string): ((file: ShareFile) => boolean) | null {
  const words = searchWords(query).map(searchText);
  if (words.length === 0) return null;
  return ({ path, filename }) => {
    const text = searchText(`${path}/${filename}`);
    return words.every((word) => text.includes(word));
  };
}

type FileSearchFieldProps = Pick<FileSearchProps, 'count'> & {
  query: string;
  onQuery: (query: string) => void;
};

/** In the files' header; on a phone a line of its own. */
export function FileSearchField({ query, count, onQuery }: FileSearchFieldProps) {
  const t = useTranslations('files.search');
  const list = useTranslations('list');
  return (
    <>
      <p
        role="status"
        className={
          count === 0
            ? 'order-last basis-full py-6 text-sm wrap-anywhere text-muted'
            : 'text-sm text-muted tabular-nums'
        }
      >
        {count === 0 ? t('none', { q: query.trim() }) : count !== undefined && list('found', { count })}
      </p>
      <search className="max-sm:order-last max-sm:w-full">
        <SearchField label={t('label')} value={query} maxLength={maxSearchChars} onValueChange={onQuery} />
      </search>
    </>
  );
}
