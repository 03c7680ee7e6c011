import type { AuditItem } from '@/lib/contract/admin/audit';

export type AuditGroup = readonly [AuditItem, ...AuditItem[]];

const isUpload = ({ event }: AuditItem) => event === 'upload.start' || event === 'upload.complete';

const groupKey = ({ shareId, actorKind, actorId, address, outcome }: AuditItem) =>
  JSON.stringify([shareId, actorKind, actorId, address, outcome]);

/** Joins consecutive uploads by the same actor into one share, so that a folder is a single row. */
export function groupUploads(items: readonly AuditItem[]): AuditGroup[] {
  const groups: [AuditItem, ...AuditItem[]][] = [];
  for (const item of items) {
    const last = groups.at(-1);
    if (last && isUpload(item) && isUpload(last[0]) && groupKey(item) === groupKey(last[0])) last.push(item);
    else groups.push([item]);
  }
  return groups;
}

/** Counts each file once; an event of a bundle says how many it has. `name` is null when none is known by name. */
export function filesOf(group: AuditGroup): { count: number; name: string | null } {
  const bundles = group.filter(({ objectType }) => objectType === 'share');
  const files = group.filter((item) => !bundles.includes(item));
  const names = new Map(files.map(({ objectId, objectName }) => [objectId, objectName]));
  const named = [...names.values()].filter((name) => name !== null);
  const bundled = bundles.reduce((sum, { details }) => sum + Number(details.files), 0);
  return { count: names.size + bundled, name: named.at(-1) ?? null };
}
