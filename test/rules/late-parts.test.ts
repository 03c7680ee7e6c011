import fs from 'node:fs';
import { expect, test } from 'vitest';

const files = fs
  .readdirSync('components', { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.tsx'))
  .map((name) => ({ name, text: fs.readFileSync(`components/${name}`, 'utf8') }));

/** Parts that the server renders and that stay, and those that wait inside a boundary of their file. */
const neverLate = [
  'auth/sign-in-options.tsx ProxyButton',
  'files/files-section.tsx FileCards',
  'files/files-section.tsx LongFiles',
  'files/files-section.tsx PhotoGrid',
  'files/note/note.tsx Markdown',
  'inbox/delivery-form.tsx FormPart',
  'inbox/inbox-gate.tsx InboxGate',
  'nav/nav-link.tsx ReceivedWords',
  'open/open-share.tsx AskFirst',
  'open/open-share.tsx SealedDoor',
  'open/opened-share.tsx AlbumFiles',
  'share/detail/share-detail.tsx Delivery',
  'share/detail/share-detail.tsx DeliveryHeader',
];

/** Without its own boundary, a part whose script is on its way hides the page around it, and the focus is lost. */
test('a part with its own script has a boundary, so that the page stays while it loads', () => {
  const unbounded = files.flatMap(({ name, text }) =>
    [...text.matchAll(/const (\w+) = dynamic\((.*?)\);\n/gs)]
      .filter(([, , options = '']) => !/loading:|ssr: false/.test(options))
      .map(([, part]) => `${name} ${part}`),
  );
  expect(unbounded.sort()).toEqual(neverLate);
});
