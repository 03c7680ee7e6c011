import type { ByteCall } from './byte-calls/byte-call';
import { downloads } from './byte-calls/downloads';
import { aliasForms, ownForms } from './byte-calls/forms';
import { probes } from './byte-calls/probes';
import { aliasUploads, ownUploads } from './byte-calls/uploads';

/** The one list of calls whose request or answer is bytes: OpenAPI and the tests walk it. */
export const byteCalls: readonly ByteCall[] = [
  ...downloads,
  ...ownForms,
  ...ownUploads,
  ...aliasForms,
  ...aliasUploads,
  ...probes,
];
