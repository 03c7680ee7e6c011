/** Maximum of a 32-bit column. */
export const maxCount = 2 ** 31 - 1;

export const maxSearchChars = 200;

export const maxNoteBytes = 64 * 1024;

export const maxSharePasswordBytes = 1024;

export const utf8Length = (text: string): number => new TextEncoder().encode(text).length;

export const isNoteTooLong = (note: string): boolean => utf8Length(note) > maxNoteBytes;
