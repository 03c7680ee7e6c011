import { cleanName } from './pasted/name';

/**
 * A stranger's text where a line of it is expected: in a header, on a terminal, in a question that a person decides.
 * Nothing that a terminal obeys, that begins another line, or that turns the reading direction around it.
 */
export const oneLine = (text: string): string => cleanName(text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' '));
