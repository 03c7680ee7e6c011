import 'server-only';
import { allBytePaths } from '@/lib/contract/byte-calls/all-paths';
import { Ident } from '@/lib/contract/fields';
import { pathPattern } from '@/lib/contract/http/path-pattern';
import { scopeOf } from '@/lib/contract/http/scope';

type Kind = keyof typeof allBytePaths;

/** Which call a path names. `id`, `fileId` and `name` are "" where the path has none. */
export type Target = { kind: Kind; id: string; fileId: string; name: string };

const patterns = Object.entries(allBytePaths).map(([kind, path]) => ({
  kind: kind as Kind,
  names: [...path.matchAll(/\{(\w+)\}/g)].map(([, slot]) => slot),
  slotsIn: pathPattern(path),
}));

const uploadsMethods = ['OPTIONS', 'POST'];
const uploadMethods = ['OPTIONS', 'HEAD', 'PATCH', 'POST', 'DELETE'];

/** The methods that each call answers; deleting an own file is a JSON call like any other. */
export const methods: Record<Kind, readonly string[]> = {
  ownFile: ['GET', 'HEAD'],
  openFile: ['GET', 'HEAD'],
  ownThumbnail: ['GET', 'HEAD'],
  openThumbnail: ['GET', 'HEAD'],
  ownZip: ['GET', 'HEAD', 'POST'],
  inboxZip: ['GET', 'HEAD'],
  inboxTable: ['GET', 'HEAD'],
  inboxWorkbook: ['GET', 'HEAD'],
  openZip: ['GET', 'HEAD', 'POST'],
  openText: ['GET', 'HEAD'],
  openSums: ['GET', 'HEAD'],
  openUrls: ['GET', 'HEAD'],
  openNamed: ['GET', 'HEAD'],
  form: ['POST'],
  formInto: ['POST'],
  aliasForm: ['POST'],
  aliasFormInto: ['POST'],
  uploads: uploadsMethods,
  upload: uploadMethods,
  aliasUploads: uploadsMethods,
  aliasUpload: uploadMethods,
  send: ['PUT', 'POST'],
  sendNamed: ['PUT', 'POST'],
  aliasSend: ['PUT', 'POST'],
  aliasSendNamed: ['PUT', 'POST'],
  probe: ['GET', 'HEAD', 'POST'],
};

/** Whether the call's right comes from an alias rather than from a session. */
export const isThroughAlias = ({ kind }: Target): boolean => kind.startsWith('alias');

/** The scope that an access token needs for a call. */
export const scopeFor = ({ method }: { method: string }, { kind }: Target) =>
  scopeOf({ method, path: allBytePaths[kind] });

/** Null for paths of others, and for ids that no id looks like. */
export function targetOf(path: string): Target | null {
  for (const { kind, names, slotsIn } of patterns) {
    const slots = slotsIn(path);
    if (!slots) continue;
    const at = (slot: string) => slots[names.indexOf(slot)] ?? '';
    const target = { kind, id: at('id'), fileId: at('fileId'), name: at('name') };
    // A name is whatever its file is called; ids have an alphabet.
    return slots.every((slot, nth) => names[nth] === 'name' || isId(slot)) ? target : null;
  }
  return null;
}

const isId = (text: string) => Ident.safeParse(text).success;
