import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { aliasForm } from '@/lib/contract/alias/alias-form';
import { DeliveryItem, deliveries } from '@/lib/contract/alias/deliveries';
import { share } from '@/lib/contract/share/share';
import { blankOf } from '@/testing/sample';
import { ImitatedServer, refusal } from '@/testing/screens/imitated-server';
import { mount } from '@/testing/screens/mount';
import { Received } from './received';

const item = (name: string, over: Partial<DeliveryItem> = {}): DeliveryItem => ({
  ...blankOf(DeliveryItem),
  id: name.toLowerCase(),
  name,
  alias: 'jobs',
  ...over,
});

function open(items: readonly DeliveryItem[]) {
  const server = new ImitatedServer();
  const inboxes = [{ id: 'jobs', name: 'Jobs', deliveries: items.length, size: 0 }];
  server.on(deliveries.search, () => ({
    items: [...items],
    inboxes,
    total: { deliveries: items.length, files: 0, size: 0 },
  }));
  server.on(share.get, () => refusal('share.notFound'));
  server.on(aliasForm.delivery, () => refusal('share.notFound'));
  const marked = server.on(deliveries.setDone, () => ({ success: true, message: 'Saved.' }));
  return { marked, ...mount(<Received nowMs={0} />, { url: '/app/received' }) };
}

test('a delivery that was marked as done is taken back by a click', async () => {
  const { person, marked } = open([item('Ada'), item('Bob')]);
  await person.click(await screen.findByRole('checkbox', { name: 'Ada: done' }));
  await person.click(await screen.findByRole('button', { name: 'Undo: Ada is done' }));
  await waitFor(() => expect(marked.map(({ body }) => body)).toEqual([{ value: true }, { value: false }]));
  expect(screen.queryByRole('button', { name: 'Undo: Ada is done' })).toBeNull();
});
