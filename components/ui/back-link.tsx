import { ChevronLeftIcon } from 'lucide-react';
import type { Route } from 'next';
import { Link } from './link';

/** Above the title of a page, to the list that it belongs to. */
export const BackLink = ({ href, children }: { href: Route; children: string }) => (
  <Link
    href={href}
    className="-ml-1 inline-flex h-9 items-center gap-1 rounded-control pr-2 text-sm text-muted hover:text-ink pointer-coarse:h-11"
  >
    <ChevronLeftIcon aria-hidden className="size-4" />
    {children}
  </Link>
);
