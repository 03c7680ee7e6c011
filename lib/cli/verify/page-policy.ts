/** These keep other scripts out of a page (lib/server/http/browser-rules.ts). */
const expected: [directive: string, value: RegExp][] = [
  ['default-src', /^'none'$/],
  ['script-src', /^'self' 'nonce-[\w+/=-]{20,}' 'strict-dynamic'$/],
  ['worker-src', /^'self' blob:$/],
  ['frame-src', /^'self'$/],
  // And the bucket that takes uploads: no script comes from there.
  ['connect-src', /^'self'( https?:\/\/[\w.-]+(:\d+)?)?$/],
  ['form-action', /^'self'$/],
  ['object-src', /^'none'$/],
  ['base-uri', /^'none'$/],
];

/** Of several policies only the first of each directive counts in a policy, and all of them together: more is odd. */
export function isOurPolicy(policy: string | null): boolean {
  const directives = (policy ?? '').split(';').map((one) => one.trim().split(/\s+/));
  const valuesOf = (name: string) =>
    directives
      .filter(([one = '']) => one.toLowerCase() === name)
      .map(([, ...values]) => values.join(' '))
      .join(' | ');
  return expected.every(([name, value]) => value.test(valuesOf(name)));
}
