import 'server-only';
import type { InboxForm } from '@/lib/domain/inbox/inbox-form';
import { isSealedName, parseHeader, plainSize, sealedName } from '@/lib/domain/sealed/layout';

type OfferedToSealed = {
  name: string;
  path: string;
  mimeType: string;
  sizeBytes: number;
  modifiedAt?: Date | null;
  isLengthDeferred?: boolean;
  isPartial?: boolean;
};

/** True for a file about which the server learns nothing but its size. */
export const isSealedFile = ({
  name,
  path,
  mimeType,
  sizeBytes,
  modifiedAt = null,
  isLengthDeferred = false,
  isPartial = false,
}: OfferedToSealed): boolean =>
  isSealedName(name) &&
  path === '' &&
  mimeType === 'application/octet-stream' &&
  modifiedAt === null &&
  !isLengthDeferred &&
  !isPartial &&
  plainSize(sizeBytes) !== null;

/** @param start at least the header's bytes */
export function beginsSealedFile(name: string, start: Uint8Array): boolean {
  const salt = parseHeader(start);
  return salt !== null && sealedName(salt) === name;
}

/** The rules that a server can apply: the type of a sealed file is for its sender's browser to check. */
export const applicableRules = (
  form: InboxForm | null | undefined,
  isSealed: boolean,
): InboxForm | null | undefined => (form && isSealed ? { ...form, groups: [], endings: [] } : form);
