/** What a column of 32 bits holds. */
export const maxCount = 2 ** 31 - 1;

/** Of the words that a list is searched for. */
export const maxSearchChars = 200;

/** Of a share's note, as UTF-8. */
export const maxNoteBytes = 64 * 1024;

/** Of a share's password, as UTF-8. */
export const maxSharePasswordBytes = 1024;
