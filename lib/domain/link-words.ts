/** Words of a person's own that can be in a link: the alphabet of ids, with a letter or digit at both ends. */
export const isLinkWords = (text: string): boolean => /^[a-z0-9][a-z0-9_@.-]{1,78}[a-z0-9]$/i.test(text);

/** One spelling for each, so that nobody's `Autumn-Report` passes for somebody else's `autumn-report`. */
export const normalWords = (text: string): string => text.trim().toLowerCase();

/** Shorter ones are soon guessed by somebody who tries words. */
export const longWords = 12;

export const areSoonGuessed = (words: string): boolean => words.length < longWords;

/**
 * What people would take for a part of the product, and what addresses of files everywhere are called; written in
 * several words they are the same.
 */
const reserved = new Set(
  `2fa about account accounts admin administrator alias aliases api app audit auth billing changepassword confirm contact
  dashboard default delete device doc docs doctor download downloads edit ending error faq favicon.ico feedback file files
  forgotpassword help home imprint index index.html info invite legal login logoff logon logout mail manifest.json me mfa
  new newinvite newpassword null oauth oauth2 oidc open password passwordreset phishing privacy profile public receipt
  receive recover recovery register report reset resetpassword robots.txt root saml security session settings share shares
  sharry signin signon signout signup sitemap.xml slipway sso status support system terms test token undefined unlock
  update upload uploads user users verify verification webmail www zip`.split(/\s+/),
);

export const areReserved = (words: string): boolean =>
  reserved.has(normalWords(words)) || reserved.has(normalWords(words).replace(/[-_.@]/g, ''));
