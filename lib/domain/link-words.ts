/** Words of a person's own that can be in a link: the alphabet of ids, with a letter or digit at both ends. */
export const isLinkWords = (text: string): boolean => /^[a-z0-9][a-z0-9_@.-]{1,78}[a-z0-9]$/i.test(text);

/** One spelling for each, so that nobody's `Autumn-Report` passes for somebody else's `autumn-report`. */
export const normalWords = (text: string): string => text.trim().toLowerCase();

/** Shorter ones are soon guessed by somebody who tries words. */
export const longWords = 12;

export const areSoonGuessed = (words: string): boolean => words.length < longWords;

/** What people would take for a part of the product, and what addresses of files everywhere are called. */
const reserved = new Set(
  `about account accounts admin administrator alias aliases api app audit auth dashboard default delete doc docs doctor
  download downloads edit ending error favicon.ico feedback file files help home index index.html info invite login
  logout mail manifest.json me new newinvite null oauth open password phishing public register report robots.txt root
  security settings share shares sharry signin signup sitemap.xml slipway status support system test undefined upload
  uploads user users www zip`.split(/\s+/),
);

export const areReserved = (words: string): boolean => reserved.has(normalWords(words));
