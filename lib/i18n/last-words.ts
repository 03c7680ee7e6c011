import type { Locale } from './locales';

/**
 * For app/global-error.tsx alone: it stands in when the root layout itself fails, so no translations have reached
 * the browser, and importing them would put every language into every page.
 */
export const lastWords: Record<Locale, { title: string; again: string }> = {
  en: { title: 'This page can’t be shown right now.', again: 'Try again' },
  de: { title: 'Diese Seite lässt sich gerade nicht anzeigen.', again: 'Erneut versuchen' },
};
