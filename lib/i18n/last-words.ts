import type { Locale } from './locales';

type LastWords = { title: string; again: string };

/**
 * For app/global-error.tsx alone: it takes over when the root layout itself fails, so no translations have reached
 * the browser, and importing them would put every language into every page.
 */
export const lastWords: Record<Locale, LastWords> = {
  en: { title: 'This page can’t be shown right now.', again: 'Try again' },
  de: { title: 'Diese Seite lässt sich gerade nicht anzeigen.', again: 'Erneut versuchen' },
  fr: { title: 'Cette page ne peut pas être affichée pour l’instant.', again: 'Réessayer' },
  ja: { title: 'このページは現在表示できません。', again: '再試行' },
  cs: { title: 'Tuto stránku teď nelze zobrazit.', again: 'Zkusit znovu' },
  es: { title: 'Esta página no se puede mostrar ahora.', again: 'Reintentar' },
  it: { title: 'Questa pagina non può essere mostrata in questo momento.', again: 'Riprova' },
  'pt-BR': { title: 'Esta página não pode ser exibida agora.', again: 'Tentar de novo' },
};

/** By the language alone, as a region never decides. Every page loads this, so it does without the list of locales. */
export function lastWordsIn(tag: string): LastWords & { locale: Locale } {
  const languageOf = (text: string) => text.slice(0, 2).toLowerCase();
  const isSpoken = (locale: string): locale is Locale => languageOf(locale) === languageOf(tag);
  const locale = Object.keys(lastWords).find(isSpoken) ?? 'en';
  return { locale, ...lastWords[locale] };
}
