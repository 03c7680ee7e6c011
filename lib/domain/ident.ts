import { withoutInvisible } from './pasted/plain-text';

export function shortId(id: string): string {
  return id.length > 12 ? `${id.slice(0, 6)}…${id.slice(-6)}` : id;
}

/** IDs never end with a full stop, because links stand at the ends of sentences. */
export const identPattern = /^[A-Za-z0-9_@.-]{0,79}[A-Za-z0-9_@-]$/;

export const isIdent = (text: string): boolean => identPattern.test(text);

/** Folds compatibility forms and case, so that no look-alike names a second account. */
export function normalLogin(login: string): string {
  return withoutInvisible(login).normalize('NFKC').trim().toLowerCase();
}

/** Accepts normalized logins of characters that are safe in URLs and headers. */
export const isLogin = (login: string): boolean => /^[a-z0-9_@.-]{1,60}$/.test(login);

/** Of those who register: with an `@` it could be somebody's address, by which that person signs in. */
export const isNewLogin = (login: string): boolean => isLogin(login) && !login.includes('@');
