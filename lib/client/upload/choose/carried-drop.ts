import type { Collected } from './collect';

/** What was dropped or pasted on a page that takes files to another one, or came from another app. */
export type CarriedDrop = { files?: Promise<Collected>; text?: string };

let carried: CarriedDrop | null = null;

/** Keeps a drop until the page that it leads to takes it; files stay readable while the tab is open. */
export function carryDrop(drop: CarriedDrop): void {
  carried = drop;
}

/** The drop that led to this page, once. */
export function takeCarriedDrop(): CarriedDrop | null {
  const drop = carried;
  carried = null;
  return drop;
}
