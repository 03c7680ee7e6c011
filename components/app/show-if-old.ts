/**
 * Shows `#old-browser` alone where the browser lacks what the pages need, before they fail in pieces. README names the
 * versions: Chrome 111 (color-mix), Firefox 128 (@property), Safari 16.4 (looking behind in a pattern).
 *
 * It goes into the page as text, so it can use nothing from outside; and it is read by browsers of any age, so it is
 * written the way they all understand.
 */
export function showIfOld(): void {
  var isNew = false;
  var lookingBehind = '(?<=a)b';
  try {
    isNew =
      typeof AbortSignal.timeout === 'function' &&
      typeof Array.prototype.findLast === 'function' &&
      typeof Array.prototype.toSorted === 'function' &&
      typeof structuredClone === 'function' &&
      CSS.supports('color', 'color-mix(in oklch, red, red)') &&
      'registerProperty' in CSS &&
      // As a literal it would be an error of syntax to them, and nothing here would run.
      new RegExp(lookingBehind).test('ab');
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
