import 'server-only';
import { BoundedMap } from '@/lib/server/bounded-map';
import { isOnlyNode } from '@/lib/server/node-id';
import { type Destination, destinationKind } from '@/lib/server/services/upload/access';
import { smallBytes } from '@/lib/server/services/upload/announcement';
import type { UploadState } from '@/lib/server/services/upload/state';

type Kept = { file: UploadState; kind: string; untilMs: number };

const keptMs = 2_000;

const announced = new BoundedMap<string, Kept>(1_000);

/**
 * Keeps in mind a small file that has just been announced, so that the request with its bytes, which mostly comes at
 * once, need not look it up. Only where no other process writes uploads: there nobody else can have it.
 */
export function keepInMind(file: UploadState, destination: Destination): void {
  if (!isOnlyNode() || file.sizeBytes > smallBytes) return;
  announced.set(file.id, { file, kind: destinationKind(destination), untilMs: performance.now() + keptMs });
}

/** The upload as it was announced by somebody with the very same right, once: whoever comes later asks the database. */
export function recall(fileId: string, destination: Destination): UploadState | null {
  const found = announced.get(fileId);
  announced.delete(fileId);
  const isTheirs = found?.kind === destinationKind(destination) && performance.now() < found.untilMs;
  return found && isTheirs ? found.file : null;
}
