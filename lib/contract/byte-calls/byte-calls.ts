import { aliasBundles, ownBundles } from './bundles';
import type { ByteCall } from './byte-call';
import { aliasDirect, ownDirect } from './direct';
import { downloads } from './downloads';
import { aliasForms, ownForms } from './forms';
import { inboxTables, openListings } from './listings';
import { liveCalls } from './live';
import { probes } from './probes';
import { sendCalls } from './sends';
import { aliasUploads, ownUploads } from './uploads';

export const byteCalls: readonly ByteCall[] = [
  ...downloads,
  ...openListings,
  ...inboxTables,
  ...liveCalls,
  ...ownForms,
  ...ownUploads,
  ...ownBundles,
  ...ownDirect,
  ...aliasForms,
  ...aliasUploads,
  ...aliasBundles,
  ...aliasDirect,
  ...sendCalls,
  ...probes,
];
