/** Takes the `other` branch of each ICU choice, innermost first. */
export function withoutBranches(text: string): string {
  const choice = /\{(\w+), (?:plural|select),(?:[^{}]|\{[^{}]*\})*?other \{([^{}]*)\}\}/;
  let plain = text;
  while (choice.test(plain)) {
    plain = plain.replace(choice, (_, name: string, last: string) => last.replaceAll('#', `<${name}>`));
  }
  return plain.replace(/<(\w+)>/g, '{$1}');
}
