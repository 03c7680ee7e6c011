/**
 * Shows `#old-browser` alone in browsers older than README names (color-mix, @property, lookbehind).
 * Inlined as text for browsers of any age: no imports, only old syntax.
 */
export function showIfOld(): void {
  var isNew = false;
  var lookbehind = '(?<=a)b';
  try {
    isNew =
      typeof AbortSignal.timeout === 'function' &&
      typeof Array.prototype.findLast === 'function' &&
      typeof Array.prototype.toSorted === 'function' &&
      typeof structuredClone === 'function' &&
      CSS.supports('color', 'color-mix(in oklch, red, red)') &&
      'registerProperty' in CSS &&
      // A literal would be a syntax error there, and nothing of this script would run.
      new RegExp(lookbehind).test('ab');
  } catch (_) {
    isNew = false;
  }
  if (isNew) return;
  var style = document.createElement('style');
  style.textContent =
    '#old-browser{display:block!important;max-width:30em;margin:15vh auto;padding:0 20px;font:16px/1.5 sans-serif}' +
    'body>:not(#old-browser){display:none!important}';
  document.head.appendChild(style);
}
