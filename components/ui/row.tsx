'use client';

import type { LinkProps } from 'next/link';
import type { ComponentProps, MouseEvent } from 'react';
import { Check } from './check';
import { Link } from './link';

const look =
  'transition-colors duration-100 hover:bg-hover has-[[data-row-act]:focus-visible]:outline-2 has-[[data-row-act]:focus-visible]:-outline-offset-2 has-[[data-row-act]:focus-visible]:outline-accent';

/** The cell of the row's link or button, where the browser's own menu, drag and preview are those of the link. */
export const rowActCell = 'relative';

/** For the one link or button that the row stands for. It covers its cell. */
export const rowAct = { 'data-row-act': true } as const;
export const rowActLook = 'after:absolute after:inset-0 focus-visible:outline-none';

/** The link of the row, to the page of its thing. */
export const RowLink = <R,>(props: Pick<LinkProps<R>, 'href' | 'children' | 'aria-label'>) => (
  <Link {...rowAct} {...props} className={`block truncate text-base font-medium ${rowActLook}`} />
);

/** Chooses or ticks the row. Lies above the row's own link. */
export const CheckCell = (props: ComponentProps<typeof Check>) => (
  <td className="w-9">
    <span className="relative z-1 block">
      <Check {...props} />
    </span>
  </td>
);

/**
 * Passes clicks on other cells to `rowAct`. An overlay would need a row as containing block, which not every browser
 * supports, and would prevent selecting text.
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

/** Null when another control was pressed or text was selected. */
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

function keepFromScrolling(event: MouseEvent) {
  if (event.button === 1 && actOf(event)) event.preventDefault();
}
