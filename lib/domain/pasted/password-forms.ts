import { plainText } from './plain-text';

/**
 * The form that is hashed, whatever keyboard, phone or mail a password comes from. What has nothing to be seen stays as
 * it is.
 */
export const hashedForm = (password: string): string => plainText(password) || password;

/** What a typed or pasted password may be meant as: as it came, and in the form that is hashed. */
export const passwordForms = (password: string): string[] => [...new Set([password, hashedForm(password)])];
