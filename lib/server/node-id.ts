import 'server-only';
import { newId } from './container';

const only = 'only';
let id = newId();

/** How other nodes know this process. It differs at each start: what one before left behind is somebody else's. */
export const nodeId = (): string => id;

/**
 * For a database of our own, which the instance lock keeps to one process at a time: the process before us is gone
 * for sure, so what it left behind is ours at once.
 */
export function beOnlyNode(): void {
  id = only;
}

export const isOnlyNode = (): boolean => id === only;
