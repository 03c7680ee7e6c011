import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { unlock } from '@/lib/contract/alias/unlock';
import { ImitatedServer, refusal } from '@/testing/screens/imitated-server';
import { mount } from '@/testing/screens/mount';
import { InboxGateForm } from './inbox-gate-form';
import { UnavailableInbox } from './unavailable-inbox';

const at = Date.UTC(2026, 2, 1, 12);
const times = { name: 'Offers', at, album: null };

test.each([
  [{ state: 'off' }, 'This inbox is switched off', 'It takes no files at the moment.'],
  [{ state: 'full', name: 'Offers' }, 'Offers is full', 'There is no space left for more files.'],
  [{ state: 'early', ...times }, 'Offers isn’t open yet', 'It opens on'],
  [{ state: 'closed', ...times }, 'Offers is closed', 'It closed on'],
] as const)('an inbox that takes nothing says why: %j', (view, title, text) => {
  mount(<UnavailableInbox view={view} />, { viewer: null });
  screen.getByRole('heading', { level: 1, name: title });
  const said = screen.getByText(new RegExp(`^${text}`)).textContent;
  if ('at' in view) expect(said).toMatch(/1 March 2026.*12:00.*UTC/);
});

test.each(['early', 'closed'] as const)('an inbox that is %s still leads to its album', (state) => {
  mount(<UnavailableInbox view={{ state, ...times, album: 'album-link' }} />, { viewer: null });
  expect(screen.getByRole('link').getAttribute('href')).toBe('/app/open/album-link');
});

test('a wrong password of an inbox is said, and the right one that comes back here lacks its cookie', async () => {
  const server = new ImitatedServer();
  server.on(unlock, () => refusal('alias.passwordWrong'));
  const { person } = mount(<InboxGateForm aliasId="inbox-0123456789" />, { viewer: null });
  const password = await screen.findByLabelText('Password');
  await person.type(password, 'wrong{Enter}');
  await screen.findByText('Password invalid. Check capitals and spaces.');
  server.on(unlock, () => ({ publicKey: null }));
  await person.type(password, 'right{Enter}');
  await screen.findByText(/cookie/i);
});
