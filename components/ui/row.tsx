'use client';

import type { ComponentProps, MouseEvent } from 'react';

const look =
  'transition-colors duration-100 hover:bg-hover has-[[data-row-act]:focus-visible]:outline-2 has-[[data-row-act]:focus-visible]:-outline-offset-2 has-[[data-row-act]:focus-visible]:outline-accent';

/** Of the cell with the row's own link or button: there the browser's own menu, drag and preview are the link's. */
export const rowActCell = 'relative';

/** Looks and mark of the one link or button that a row stands for. It covers its cell. */
export const rowAct = { 'data-row-act': true } as const;
export const rowActLook = 'after:absolute after:inset-0 focus-visible:outline-none';

/**
 * A row of a table that does what its `rowAct` does, wherever it is pressed. Nothing lies over the other cells: a row is
 * no containing block in every browser, and what is written there can be chosen and copied. Keyboards and screen readers have the link itself.
 */
export function Row({ className = '', ...props }: ComponentProps<'tr'>) {
  return (
    <tr
      {...props}
      className={`${look} ${className}`}
      onMouseDown={keepFromScrolling}
      onClick={press}
      onAuxClick={press}
    />
  );
}

const ownControls = 'a, button, input, label, select, summary, [role="checkbox"]';

/** The row's link or button; null where something of its own was pressed, or a text chosen. */
function actOf({ target, currentTarget, defaultPrevented, detail }: MouseEvent): HTMLElement | null {
  if (defaultPrevented || !(target instanceof Element) || target.closest(ownControls)) return null;
  // The second of two quick presses chooses a word, too; only what was chosen by moving the mouse is meant.
  if (!currentTarget.contains(target) || (detail === 1 && getSelection()?.type === 'Range')) return null;
  return currentTarget.querySelector<HTMLElement>('[data-row-act]');
}

function press(event: MouseEvent) {
  const act = event.button <= 1 ? actOf(event) : null;
  if (!act) return;
  const isAside = event.button === 1 || event.ctrlKey || event.metaKey || event.shiftKey;
  if (!isAside) act.click();
  else if (act instanceof HTMLAnchorElement) window.open(act.href, '_blank', 'noopener');
}

/** The middle button opens a tab, as on a link, instead of scrolling by the mouse. */
function keepFromScrolling(event: MouseEvent) {
  if (event.button === 1 && actOf(event)) event.preventDefault();
}
