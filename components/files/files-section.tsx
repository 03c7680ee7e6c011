'use client';

import dynamic from 'next/dynamic';
import { useState } from 'react';
import type { ShareFile } from '@/lib/contract/share/file';
import { AllFiles } from './all-files';
import type { FilesSectionProps } from './file-view';

// Few shares have so many files.
const LongFiles = dynamic(() => import('./long/long-files').then((module) => module.LongFiles));

// Nor have many so many that somebody searches them.
const FileSearch = dynamic(() => import('./choose/file-search').then((module) => module.FileSearch), {
  loading: () => <div className="h-9 max-sm:order-last max-sm:w-full pointer-coarse:h-11" />,
});

export function FilesSection({ total, ...props }: FilesSectionProps) {
  if (total) return <LongFiles total={total} {...props} />;
  const isSearched = props.source.access === 'open' && props.files.length > manyFiles;
  return isSearched ? <SearchedFiles {...props} /> : <AllFiles {...props} />;
}

/** Visitors of more than these have a field to search them by. */
const manyFiles = 200;

/** The page has all files, of encrypted shares too, so nobody else is asked for them. */
function SearchedFiles(props: Omit<FilesSectionProps, 'total'>) {
  const [isFound, setFound] = useState<((file: ShareFile) => boolean) | null>(null);
  const found = isFound && props.files.filter(isFound);
  const onFilter = (filter: typeof isFound) => setFound(() => filter);
  return (
    <AllFiles {...props} found={found} search={<FileSearch count={found?.length} onFilter={onFilter} />} />
  );
}
