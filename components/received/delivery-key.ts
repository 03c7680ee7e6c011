const keys = { j: 'next', arrowdown: 'next', k: 'previous', arrowup: 'previous', e: 'done' } as const;
export type DeliveryKey = (typeof keys)[keyof typeof keys];

const ownKeys =
  'input:not([type="checkbox"]), textarea, select, [contenteditable], dialog, [role="dialog"], [role="alertdialog"], [role="tablist"], [role="radiogroup"]';

/** Single letters work only while the focus is on the page's own part; arrows scroll the open delivery. */
export function deliveryKey(event: KeyboardEvent, pane: Element | null): DeliveryKey | null {
  const { key, target, defaultPrevented, isComposing, repeat, altKey, ctrlKey, metaKey, shiftKey } = event;
  if (defaultPrevented || isComposing || altKey || ctrlKey || metaKey || shiftKey) return null;
  const wanted = Object.entries(keys).find(([one]) => one === key.toLowerCase())?.[1];
  if (!wanted || !(target instanceof Element) || target.closest(ownKeys)) return null;
  if (!document.getElementById('content')?.contains(target)) return null;
  if (key.startsWith('Arrow') && pane?.contains(target)) return null;
  return wanted === 'done' && repeat ? null : wanted;
}
