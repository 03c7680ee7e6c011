import fs from 'node:fs';
import { expect, test } from 'vitest';

const filesOf = (room: string) =>
  fs
    .readdirSync(room, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.tsx'))
    .map((name) => ({ name, text: fs.readFileSync(`${room}/${name}`, 'utf8') }));
const files = filesOf('components');

/** Parts that the server renders and that stay, and those that wait inside a boundary of their file or room. */
const neverLate = [
  'auth/sign-in-options.tsx ProxyButton',
  'files/all-files.tsx FileCards',
  'files/all-files.tsx PhotoGrid',
  'files/files-section.tsx LongFiles',
  'files/note/note.tsx Markdown',
  'inbox/delivery-form.tsx FormPart',
  'inbox/inbox-gate.tsx InboxGate',
  'nav/account-menu.tsx LazyUserMenu',
  'nav/nav-link.tsx ReceivedWords',
  'open/open-share.tsx AskFirst',
  'open/open-share.tsx SealedDoor',
  'open/opened-share.tsx AlbumFiles',
  'share/detail/share-detail.tsx Delivery',
  'share/detail/share-detail.tsx DeliveryHeader',
  'share/miniature/recipient-page.tsx AskFirst',
  'share/miniature/recipient-page.tsx CodeDoor',
  'share/miniature/recipient-page.tsx OpenedShare',
  'share/miniature/recipient-page.tsx PasswordGate',
  'share/miniature/recipient-page.tsx SealedGate',
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

/** A browser that is busy, or far away, shows what has come of a page. */
test('nothing is centred in the height of the screen, where it would move as more of the page comes', () => {
  const tall = /\bmin-h-(\[\d+[dsl]?vh\]|[dsl]?vh|screen)/;
  const centred = [...files, ...filesOf('app')].flatMap(({ name, text }) =>
    [...text.matchAll(/className="([^"]*)"/g)]
      .filter(([, look = '']) => tall.test(look) && /\b(justify|place-content|content)-center\b/.test(look))
      .map(() => name),
  );
  expect(centred).toEqual(['global-error.tsx']); // is small, and comes at once
});
