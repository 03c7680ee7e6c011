import { expect, test } from 'vitest';
import { featureSizes, namedElsewhere } from '@/scripts/lib/features';

test('a file that names a feature counts, unless it is the feature’s own or only imports it', () => {
  const sources = [
    { file: 'lib/server/webhook/send.ts', text: 'const webhook = 1;' },
    { file: 'lib/server/db/rows.ts', text: 'const webhooks = [];' },
    { file: 'lib/server/jobs/all.ts', text: "import { send } from '../webhook/send';\nsend();" },
    { file: 'components/settings/page.tsx', text: 'showWebhook();' },
  ];
  expect(namedElsewhere(sources).find(({ name }) => name === 'webhook')).toEqual({
    name: 'webhook',
    files: ['lib/server/db/rows.ts', 'components/settings/page.tsx'],
    inCore: ['lib/server/db/rows.ts'],
  });
});

test('commits with new English words or a new route are features, and all languages are one file', () => {
  const route = 'app/api/v2/sec/pin/route.ts';
  const commits = [
    { files: ['messages/en.json', 'messages/de.json', 'lib/a.ts'], added: [] },
    { files: [route, 'lib/a.ts', 'lib/b.ts'], added: [route] },
    { files: ['messages/de.json', 'messages/fr.json'], added: [] },
    { files: [route], added: [] },
  ];
  expect(featureSizes(commits)).toEqual([2, 3]);
});
