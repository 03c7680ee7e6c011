import { useLocale, useTranslations } from 'next-intl';
import type { AppConfig } from '@/lib/contract/info';
import { languages, localeOfTag, offeredLanguages } from '@/lib/i18n/locales';
import { paths } from '@/lib/paths';
import { AccountMenu } from './account-menu';
import { BrandLink, LanguageSelect, ThemeToggle } from './bar-controls';
import { BarIcon } from './bar-icons';
import { BarMenu } from './bar-menu';
import { Logo } from './logo';
import { NavLink, ReceivedLink } from './nav-link';

type TopBarProps = { config: AppConfig; isSignedIn: boolean };

export function TopBar({ config, isSignedIn }: TopBarProps) {
  const t = useTranslations('nav');
  const choices = (
    <>
      {offeredLanguages(config.languages).length > 1 && <LanguageLabel />}
      {/* The server doesn't know the device's theme, so the styles choose. */}
      <ThemeToggle>
        <BarIcon name="sun" look="hidden dark:block" />
        <BarIcon name="moon" look="dark:hidden" />
      </ThemeToggle>
    </>
  );
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
            {isSignedIn ? choices : <BarMenu>{choices}</BarMenu>}
            <AccountMenu />
          </div>
        </div>
      </header>
      <ScrolledBorder />
    </>
  );
}

/** Looks like a button; phones show only the icon. */
function LanguageLabel() {
  const t = useTranslations('nav');
  const language = localeOfTag(useLocale());
  return (
    <span
      title={t('language')}
      className="relative flex h-9 w-9 items-center justify-center gap-1.5 rounded-control text-sm font-medium text-muted transition-colors duration-100 outline-accent hover:bg-hover hover:text-ink has-focus-visible:outline-2 has-focus-visible:outline-offset-2 sm:w-auto sm:px-2.5 pointer-coarse:h-11 max-sm:pointer-coarse:w-11"
    >
      <BarIcon name="globe" />
      <span aria-hidden className="max-sm:hidden">
        {languages.find(({ locale }) => locale === language)?.label}
      </span>
      <LanguageSelect />
    </span>
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
