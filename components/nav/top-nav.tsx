'use client';

import Link from 'next/link';
import { usePathname } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useSession } from '@/lib/client/session';
import { paths } from '@/lib/paths';
import { Brand } from './brand';
import { LanguageMenu } from './language-menu';
import { ThemeToggle } from './theme-toggle';
import { UserMenu } from './user-menu';

const link =
  'rounded-control px-3 py-1.5 text-sm font-medium text-muted outline-2 outline-transparent hover:text-ink focus-visible:outline-accent aria-[current=page]:text-ink';

export function TopNav() {
  const t = useTranslations('nav');
  const viewer = useSession();
  return (
    <header className="top-nav sticky top-0 z-30 bg-canvas/90 backdrop-blur">
      <div className="mx-auto flex h-14 max-w-5xl items-center gap-1 px-6">
        <a
          href="#content"
          className="sr-only z-50 rounded-control bg-raised px-3 py-2 text-sm focus:not-sr-only focus:absolute focus:top-2 focus:left-2 focus:ring-2 focus:ring-accent"
        >
          {t('skip')}
        </a>
        <Brand />
        {viewer && (
          <nav aria-label={t('main')} className="ml-4 hidden sm:block">
            <NavLink href={paths.shares}>{t('shares')}</NavLink>
          </nav>
        )}
        <div className="ml-auto flex items-center">
          <LanguageMenu />
          <ThemeToggle />
          {viewer && <UserMenu login={viewer.login} />}
        </div>
      </div>
    </header>
  );
}

function NavLink({ href, children }: { href: typeof paths.shares; children: string }) {
  const isHere = usePathname() === href;
  return (
    <Link href={href} aria-current={isHere ? 'page' : undefined} className={link}>
      {children}
    </Link>
  );
}
