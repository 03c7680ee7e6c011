import type { AuditItem } from '@/lib/contract/audit';

/** What is in one row: an event, or all uploads into one share that came one after the other, newest first. */
export type AuditGroup = readonly [AuditItem, ...AuditItem[]];

const isUpload = ({ event }: AuditItem) => event === 'upload.start' || event === 'upload.complete';

const traits = ({ shareId, actorKind, actorId, address, outcome }: AuditItem) =>
  JSON.stringify([shareId, actorKind, actorId, address, outcome]);

/** A folder of a thousand files is one thing that somebody did. */
export function grouped(items: readonly AuditItem[]): AuditGroup[] {
  const groups: [AuditItem, ...AuditItem[]][] = [];
  for (const item of items) {
    const last = groups.at(-1);
    if (last && isUpload(item) && isUpload(last[0]) && traits(item) === traits(last[0])) last.push(item);
    else groups.push([item]);
  }
  return groups;
}

/** The files of a group, each once, by name where they still have one. */
export function filesOf(group: AuditGroup): { count: number; name: string | null } {
  const names = new Map(group.map(({ objectId, objectName }) => [objectId, objectName]));
  const named = [...names.values()].filter((name) => name !== null);
  return { count: names.size, name: named.at(-1) ?? null };
}
