import { useTranslations } from 'next-intl';

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
