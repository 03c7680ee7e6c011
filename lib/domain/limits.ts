/** What a column of 32 bits holds. */
export const maxCount = 2 ** 31 - 1;

/** Of the words that a list is searched for. */
export const maxSearchChars = 200;

/** Of a share's note, as UTF-8. */
export const maxNoteBytes = 64 * 1024;

/** Of a share's password, as UTF-8. */
export const maxSharePasswordBytes = 1024;

export const utf8Length = (text: string): number => new TextEncoder().encode(text).length;

export const isNoteTooLong = (note: string): boolean => utf8Length(note) > maxNoteBytes;
