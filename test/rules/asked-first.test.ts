import fs from 'node:fs';
import { expect, test } from 'vitest';

const parts = fs
  .readdirSync('components', { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.tsx?$/.test(name) && !/\.test\./.test(name))
  .map((name) => ({ name, text: fs.readFileSync(`components/${name}`, 'utf8') }));

const takesAway =
  /use\w*\(\s*\w+\.(remove\w*|revoke\w*|resetFactor|withdraw|end|endOthers)\b|\bcall\(\s*\w+\.(remove|revoke|resetFactor)\w*/;

/** What is taken away without a question, and why nobody loses anything by a slip. */
const unasked = {
  'alias/form/use-inbox-editor.ts': 'fields of a form, which Save sends',
  'create/new-share.ts': 'a share that never got a file',
  'create/share-draft.ts': 'asked by the page that is left',
  'open/album-files.tsx': 'can be undone before it is sent',
  'oversight/name-list.tsx': 'its person can enter it again',
  'request/ask/use-ask.ts': 'a request that couldn’t be sent',
  'settings/factor-section.tsx': 'asks for the password or a code',
  'settings/passkeys.tsx': 'asks for the password or a code',
  'share/people/people-panel.tsx': 'can be sent again',
};

test('actions that can’t be undone ask first', () => {
  const taking = parts.filter(({ text }) => takesAway.test(text));
  expect(taking.length).toBeGreaterThan(15);
  const without = taking.filter(({ text }) => !text.includes('<Confirm')).map(({ name }) => name);
  expect(without.sort()).toEqual(Object.keys(unasked).sort());
});
