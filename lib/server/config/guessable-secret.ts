/** What stands in place of a secret in examples, manuals and other products' defaults. */
const placeholders =
  /change|replace|insert-|example|sample|default|placeholder|your-|my-?secret|your-?secret|secret-?key|super-?secret|password|nextauth|(?:caffee|c0ffee){2}|deadbeef|12345678|abcdefgh/i;

/** Fewer than random text of this length would ever have. */
const leastDifferent = 8;

/** Whether somebody may know a secret without having been told: a placeholder, or hardly any different characters. */
export function isGuessable(secret: string): boolean {
  const letters = secret.replace(/[\s_]/g, '-');
  const isRepeated = /^(.{1,16}?)\1+.{0,15}$/.test(secret);
  return isRepeated || placeholders.test(letters) || new Set(secret).size < leastDifferent;
}
