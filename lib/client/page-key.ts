const ownKeys =
  'input:not([type="checkbox"]), textarea, select, [contenteditable], dialog, [role="dialog"], [role="alertdialog"], [role="tablist"], [role="radiogroup"]';

/** Single letters work only while the focus is on the page's own part. @returns the key in small letters */
export function pageKey(event: KeyboardEvent): string | null {
  const { key, target, defaultPrevented, isComposing, altKey, ctrlKey, metaKey, shiftKey } = event;
  if (defaultPrevented || isComposing || altKey || ctrlKey || metaKey || shiftKey) return null;
  if (!(target instanceof Element) || target.closest(ownKeys)) return null;
  return document.getElementById('content')?.contains(target) ? key.toLowerCase() : null;
}
