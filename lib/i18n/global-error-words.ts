import type { Locale } from './locales';

type GlobalErrorWords = { title: string; again: string };

/**
 * For app/global-error.tsx only: it replaces the root layout, so translations haven't loaded, and importing
 * them would add all languages to every page.
 */
const globalErrorWords: Record<Locale, GlobalErrorWords> = {
  en: { title: 'This page can’t be shown right now.', again: 'Try again' },
  de: { title: 'Diese Seite lässt sich gerade nicht anzeigen.', again: 'Erneut versuchen' },
  fr: { title: 'Cette page ne peut pas être affichée pour l’instant.', again: 'Réessayer' },
  ja: { title: 'このページは現在表示できません。', again: '再試行' },
  cs: { title: 'Tuto stránku teď nelze zobrazit.', again: 'Zkusit znovu' },
  es: { title: 'Esta página no se puede mostrar ahora.', again: 'Reintentar' },
  it: { title: 'Questa pagina non può essere mostrata in questo momento.', again: 'Riprova' },
  'pt-BR': { title: 'Esta página não pode ser exibida agora.', again: 'Tentar de novo' },
};

/** Compares languages only. Every page loads this, so it doesn't import the list of locales. */
export function globalErrorWordsIn(tag: string): GlobalErrorWords & { locale: Locale } {
  const languageOf = (text: string) => text.slice(0, 2).toLowerCase();
  const isSpoken = (locale: string): locale is Locale => languageOf(locale) === languageOf(tag);
  const locale = Object.keys(globalErrorWords).find(isSpoken) ?? 'en';
  return { locale, ...globalErrorWords[locale] };
}
