import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { settings } from '@/lib/contract/settings';
import { ImitatedServer } from '@/testing/screens/imitated-server';
import { mount } from '@/testing/screens/mount';
import { SpaceSection } from './space-section';

const roomy = { bytes: 10, files: 3, maxBytes: 100, maxFiles: 4 };

test.each([
  ['bytes', { bytes: 100 }],
  ['files', { files: 4 }],
  ['more bytes than it may by now', { bytes: 101 }],
])('an account that is full of %s reads what makes room', async (_, over) => {
  new ImitatedServer().on(settings.usage, () => ({ ...roomy, ...over }));
  mount(<SpaceSection />);
  await screen.findByText(/^Your storage is full\./);
});

test.each([
  ['has room for one file more', roomy],
  ['has no limit', { ...roomy, maxBytes: null, maxFiles: null }],
])('an account that %s isn’t called full', async (_, usage) => {
  new ImitatedServer().on(settings.usage, () => usage);
  mount(<SpaceSection />);
  await screen.findByText('Files');
  expect(screen.queryByText(/storage is full/)).toBeNull();
});
