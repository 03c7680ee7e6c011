import { withoutInvisible } from './pasted/plain-text';

/** First and last six characters of an id that is longer than both. */
export function shortId(id: string): string {
  return id.length > 12 ? `${id.slice(0, 6)}…${id.slice(-6)}` : id;
}

/** The alphabet of the wire. No id ends with a stop, because links stand at the ends of sentences. */
export const identPattern = /^[A-Za-z0-9_@.-]{0,79}[A-Za-z0-9_@-]$/;

/** True when something can be an id at all. */
export const isIdent = (text: string): boolean => identPattern.test(text);

/**
 * One spelling for each login: compatibility forms and case are folded before anything is looked up or compared,
 * so that no look-alike names a second account.
 */
export function normalLogin(login: string): string {
  return withoutInvisible(login).normalize('NFKC').trim().toLowerCase();
}

/** What can't be part of a URL or a header can't be part of a login, once it is in its one spelling. */
export const isLogin = (login: string): boolean => /^[a-z0-9_@.-]{1,60}$/.test(login);
