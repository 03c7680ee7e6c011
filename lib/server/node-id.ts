import 'server-only';
import { newId } from './container';

const only = 'only';
let id = newId();

/** Identifies this process to other nodes. Changes at each start. */
export const nodeId = (): string => id;

/**
 * For an embedded database, whose instance lock guarantees that the previous process has ended, so that its leases
 * count as ours.
 */
export function beOnlyNode(): void {
  id = only;
}

export const isOnlyNode = (): boolean => id === only;
