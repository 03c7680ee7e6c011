import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { inboxSeal } from '@/lib/contract/share/sealed';
import { ImitatedServer } from '@/testing/screens/imitated-server';
import { mount } from '@/testing/screens/mount';
import { SealCard } from './seal-card';

test('before encrypting an inbox, its owner reads what can send to it: its page and the command', async () => {
  new ImitatedServer().on(inboxSeal.get, () => ({ enabled: false, seal: null }));
  mount(<SealCard aliasId="inbox" />);
  const card = await screen.findByRole('region', { name: /./ });
  expect(card.textContent).toContain(
    'Only this page and the command slipway inbox send can send to an encrypted inbox.',
  );
  expect(card.textContent).not.toMatch(/programs can.t/i);
});
