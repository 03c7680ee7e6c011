import 'server-only';
import { isOnlyNode } from '@/lib/server/node-id';
import { type Destination, destinationKind } from '@/lib/server/services/upload/access';
import type { UploadState } from '@/lib/server/services/upload/state';

type Announced = { file: UploadState; kind: string; untilMs: number };

const keptMs = 2_000;
const maxKept = 1_000;

const announced = new Map<string, Announced>();

/**
 * Keeps in mind what has just been announced, so that the request with its bytes, which mostly comes at once, need not
 * look it up. Only where no other process writes uploads: there nobody else can have it.
 */
export function keepInMind(file: UploadState, destination: Destination): void {
  if (!isOnlyNode()) return;
  const [oldest] = announced.keys();
  if (oldest !== undefined && announced.size >= maxKept) announced.delete(oldest);
  announced.set(file.id, { file, kind: destinationKind(destination), untilMs: performance.now() + keptMs });
}

/** The upload as it was announced by who asks now, once: whoever comes later finds it in the database. */
export function recall(fileId: string, destination: Destination): UploadState | null {
  const found = announced.get(fileId);
  announced.delete(fileId);
  const isTheirs = found?.kind === destinationKind(destination) && performance.now() < found.untilMs;
  return found && isTheirs ? found.file : null;
}
