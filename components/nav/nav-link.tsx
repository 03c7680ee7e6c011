'use client';

import dynamic from 'next/dynamic';
import type { LinkProps } from 'next/link';
import { usePathname } from 'next/navigation';
import { Link } from '@/components/ui/link';
import { paths } from '@/lib/paths';

export function NavLink<R>({ href, children }: Pick<LinkProps<R>, 'href' | 'children'>) {
  const isHere = usePathname() === href;
  return (
    <Link
      href={href}
      aria-current={isHere ? 'page' : undefined}
      onClick={(event) => {
        // A link to what is open does nothing; the list may be narrowed down by more than its place says.
        if (isHere && location.pathname + location.search === href) event.preventDefault();
      }}
      className="inline-flex h-9 items-center rounded-control px-3 text-sm font-medium whitespace-nowrap text-muted transition-colors duration-100 hover:bg-hover hover:text-ink aria-[current=page]:text-ink forced-colors:aria-[current=page]:underline pointer-coarse:h-11"
    >
      {children}
    </Link>
  );
}

// Drawn by the server as well; visitors of a link, who share this bar, are spared its script.
const ReceivedWords = dynamic(() => import('./received-words').then((part) => part.ReceivedWords));

export function ReceivedLink() {
  return (
    <NavLink href={paths.received}>
      <ReceivedWords />
    </NavLink>
  );
}
