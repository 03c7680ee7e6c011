const markdown =
  /[*_`#>[\]<|~\\&@]|:\/\/|www\.|^[ \t]*(?:[-+]|\d+[.)])(?:\s|$)|^[ \t]*(?:=+|-+)[ \t]*$|^(?: {4}| {0,3}\t)/im;

/** Text that Markdown shows as it is written, in paragraphs. */
export const isPlainNote = (text: string): boolean => !markdown.test(text);
