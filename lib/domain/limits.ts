/** What a column of 32 bits holds. */
export const mostCount = 2 ** 31 - 1;

/** Of a share's note, as UTF-8. */
export const noteBytes = 64 * 1024;

/** Of a share's password, as UTF-8. */
export const sharePasswordBytes = 1024;
