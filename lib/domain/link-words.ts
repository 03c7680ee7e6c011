export const isLinkWords = (text: string): boolean => /^[a-z0-9][a-z0-9_@.-]{1,78}[a-z0-9]$/i.test(text);

/** Ignores case, so that `Autumn-Report` can't imitate `autumn-report`. */
export const normalizeLinkWords = (text: string): string => text.trim().toLowerCase();

export const unguessableLength = 12;

export const areGuessable = (words: string): boolean => words.length < unguessableLength;

/** Names that look like parts of the product or of other web applications, also with separators. */
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
  reserved.has(normalizeLinkWords(words)) || reserved.has(normalizeLinkWords(words).replace(/[-_.@]/g, ''));

export function wordsFlaw(words: string): 'wordsWrong' | 'wordsReserved' | null {
  if (!isLinkWords(words.trim())) return 'wordsWrong';
  return areReserved(words) ? 'wordsReserved' : null;
}
