import { ExternalLinkIcon } from 'lucide-react';
import type { LinkProps } from 'next/link';
import type { ReactNode } from 'react';
import { Link } from '@/components/ui/link';

type ShortcutContent = { icon: ReactNode; title: string; text: string };

const look =
  'flex min-h-14 min-w-0 items-center gap-3 rounded-control px-3 py-2 transition-colors duration-100 hover:bg-hover [&_svg]:size-5 [&_svg]:shrink-0 [&_svg]:text-faint';

export function Shortcut<R>({ href, ...words }: ShortcutContent & { href: LinkProps<R>['href'] }) {
  return (
    <Link href={href} className={look}>
      <Content {...words} />
    </Link>
  );
}

export function ShortcutAnchor({ href, ...words }: ShortcutContent & { href: string }) {
  return (
    <a href={href} target="_blank" rel="noopener" className={look}>
      <Content {...words} />
      <span className="ml-auto [&_svg]:size-4">
        <ExternalLinkIcon aria-hidden />
      </span>
    </a>
  );
}

function Content({ icon, title, text }: ShortcutContent) {
  return (
    <>
      {icon}
      <span className="min-w-0">
        <span className="block text-sm font-medium">{title}</span>
        <span className="block truncate text-xs text-muted tabular-nums">{text}</span>
      </span>
    </>
  );
}
