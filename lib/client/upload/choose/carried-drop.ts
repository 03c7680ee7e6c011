import type { Collected } from './collect';

export type CarriedDrop = { files?: Promise<Collected>; text?: string };

let carried: CarriedDrop | null = null;

/** Stores a drop for the next page; its files stay readable while the tab is open. */
export function carryDrop(drop: CarriedDrop): void {
  carried = drop;
}

export function takeCarriedDrop(): CarriedDrop | null {
  const drop = carried;
  carried = null;
  return drop;
}
