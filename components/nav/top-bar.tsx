import { useTranslations } from 'next-intl';
import type { AppConfig } from '@/lib/contract/info';
import { offeredLanguages } from '@/lib/i18n/locales';
import { paths } from '@/lib/paths';
import { AccountMenu } from './account-menu';
import { BrandLink, LanguageSelect, ThemeToggle } from './bar-controls';
import { Logo } from './logo';
import { NavLink, ReceivedLink } from './nav-link';

type TopBarProps = { config: AppConfig; isSignedIn: boolean };

export function TopBar({ config, isSignedIn }: TopBarProps) {
  const t = useTranslations('nav');
  return (
    <>
      <header data-top-bar className="sticky top-0 z-10 bg-canvas print:hidden">
        <div className="mx-auto flex h-14 max-w-5xl items-center gap-1 px-6">
          <div className={isSignedIn ? 'contents' : 'min-w-0 [body:has([data-sender])_&]:hidden'}>
            <BrandLink>
              <Logo config={config} size="sm" />
              <span className="truncate">{config.appName}</span>
            </BrandLink>
          </div>
          {isSignedIn && (
            <nav aria-label={t('label')} className="ml-3 hidden md:flex">
              <NavLink href={paths.shares}>{t('shares')}</NavLink>
              <ReceivedLink />
              <NavLink href={paths.aliases}>{t('aliases')}</NavLink>
              <NavLink href={paths.newShare}>{t('newShare')}</NavLink>
            </nav>
          )}
          <div className="-mr-2 ml-auto flex items-center">
            {offeredLanguages(config.languages).length > 1 && <LanguageSelect />}
            <ThemeToggle />
            <AccountMenu />
          </div>
        </div>
      </header>
      <ScrolledBorder />
    </>
  );
}

/**
 * Draws the bar's bottom border only after scrolling. A scroll-driven animation kept the border on the next page if
 * that doesn't scroll.
 */
const ScrolledBorder = () => (
  <>
    <div aria-hidden className="sticky top-14 z-[9] -mb-px h-px border-b border-line print:hidden" />
    <div aria-hidden className="absolute inset-x-0 top-14 z-[9] h-px bg-canvas print:hidden" />
  </>
);

export function SkipLink() {
  const t = useTranslations('nav');
  return (
    <a
      href="#content"
      className="sr-only z-30 rounded-control bg-ink px-4 py-2 text-sm font-medium text-canvas focus:not-sr-only focus:fixed focus:top-2 focus:left-4"
    >
      {t('skip')}
    </a>
  );
}
