import 'server-only';

/** Mails can be told in more languages than screens. The names are BCP 47 tags. */
export const mailLanguages = ['en', 'de', 'fr', 'ja', 'cs', 'es', 'it', 'pt-BR'] as const;
export type MailLanguage = (typeof mailLanguages)[number];

/** Where the product's own name of a language begins differently from its tag. */
const ownCodes: Record<string, MailLanguage> = { gb: 'en', jp: 'ja', cz: 'cs', br: 'pt-BR' };

/** The first of these that we speak, else English. Tags, the product's codes and entries of Accept-Language will do. */
export function mailLanguage(wanted: readonly (string | null | undefined)[]): MailLanguage {
  for (const entry of wanted) {
    const start = (entry ?? '').trim().slice(0, 2).toLowerCase();
    const language = ownCodes[start] ?? mailLanguages.find((tag) => tag.slice(0, 2) === start);
    if (language) return language;
  }
  return 'en';
}
