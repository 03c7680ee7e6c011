import type { Route } from 'next';
import Link from 'next/link';
import type { ReactNode } from 'react';

type HomeTileProps = { href: Route; icon: ReactNode; title: string; text: string };

export function HomeTile({ href, icon, title, text }: HomeTileProps) {
  return (
    <Link
      href={href}
      className="group flex items-start gap-5 rounded-card bg-raised p-6 shadow-card ring-1 ring-line outline-2 outline-offset-2 outline-transparent transition-colors duration-100 hover:bg-sunken focus-visible:outline-accent [&_svg]:size-6"
    >
      <span className="grid size-12 shrink-0 place-items-center rounded-control bg-sunken group-hover:bg-raised">
        {icon}
      </span>
      <span className="min-w-0">
        <span className="block text-lg font-semibold tracking-tight">{title}</span>
        <span className="mt-1 block text-sm text-pretty text-muted">{text}</span>
      </span>
    </Link>
  );
}
