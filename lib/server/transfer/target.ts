import 'server-only';
import { allBytePaths } from '@/lib/contract/byte-calls/all-paths';
import { scopeOf } from '@/lib/contract/http/scope';

export type TransferKind = keyof typeof allBytePaths;

/** `id`, `fileId` and `name` are "" when the path has none. */
export type TransferTarget = { kind: TransferKind; id: string; fileId: string; name: string };

export const isThroughAlias = ({ kind }: TransferTarget): boolean => kind.startsWith('alias');

/** Returns the scope that an access token needs. */
export const scopeFor = ({ method }: { method: string }, { kind }: TransferTarget) =>
  scopeOf({ method, path: allBytePaths[kind] });
