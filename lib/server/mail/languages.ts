import 'server-only';

/** BCP 47 tags. More than the pages have. */
export const mailLanguages = ['en', 'de', 'fr', 'ja', 'cs', 'es', 'it', 'pt-BR'] as const;
export type MailLanguage = (typeof mailLanguages)[number];

/** The product's language codes that differ from the tag. */
const ownCodes: Record<string, MailLanguage> = { gb: 'en', jp: 'ja', cz: 'cs', br: 'pt-BR' };

/**
 * Returns the first supported language, or English. Accepts tags, the product's codes and Accept-Language entries.
 */
export function mailLanguage(wanted: readonly (string | null | undefined)[]): MailLanguage {
  for (const entry of wanted) {
    const start = (entry ?? '').trim().slice(0, 2).toLowerCase();
    const language = ownCodes[start] ?? mailLanguages.find((tag) => tag.slice(0, 2) === start);
    if (language) return language;
  }
  return 'en';
}
