/** The form that is hashed: the same letters, however a keyboard or a file dialog puts them together (Unicode NFC). */
export const hashedForm = (password: string): string => password.normalize('NFC');

/**
 * What a password that was typed or pasted may have been meant as, the likeliest first: in the form that is hashed, as
 * it came (for hashes of earlier versions), and without blanks that came along at its ends. Three at most.
 */
export function passwordForms(password: string): string[] {
  const forms = [hashedForm(password), password, hashedForm(withoutBlanks(password))];
  return [...new Set(forms)];
}

/** Whether it may have got blanks by pasting that nobody sees. */
export const hasBlankEnds = (password: string): boolean => withoutBlanks(password) !== password;

const invisible = new Set(['\u200b', '\u200c', '\u200d', '\u2060', '\ufeff']);
const isBlank = (character: string | undefined) =>
  character !== undefined && (invisible.has(character) || character.trim() === '');

function withoutBlanks(text: string): string {
  let [start, end] = [0, text.length];
  while (start < end && isBlank(text[start])) start++;
  while (end > start && isBlank(text[end - 1])) end--;
  return text.slice(start, end);
}
