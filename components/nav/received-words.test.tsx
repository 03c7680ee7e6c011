import { screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { receivedQuery, receivedViewIn } from '@/components/list/list-queries';
import { Received } from '@/components/received/received';
import { SeededPages } from '@/lib/client/seeded';
import { DeliveryItem, deliveries } from '@/lib/contract/alias/deliveries';
import { share } from '@/lib/contract/share/share';
import { blankOf } from '@/testing/sample';
import { ImitatedServer } from '@/testing/screens/imitated-server';
import { mount } from '@/testing/screens/mount';
import { ReceivedLink } from './nav-link';

const arrived = { ...blankOf(DeliveryItem), id: 'cv', title: 'My CV', files: 1, alias: 'jobs', unread: true };
const listOf = (items: readonly DeliveryItem[]) => ({
  ...blankOf(deliveries.search.answer),
  items: [...items],
  total: { deliveries: items.length, files: items.length, size: 0 },
});

/** The menu above a page of its own, and the list of deliveries once somebody goes there. */
function open({ unread = 0 } = {}) {
  const told = { unread, items: [] as DeliveryItem[] };
  const server = new ImitatedServer();
  server.on(share.received, () => ({ unread: told.unread }));
  server.on(deliveries.search, () => listOf(told.items));
  const arrive = () => Object.assign(told, { unread: 1, items: [arrived] });
  return { ...mount(<Pages told={told} />, { url: '/app/received' }), arrive };
}

function Pages({ told }: { told: { items: DeliveryItem[] } }) {
  const [isThere, setThere] = useState(false);
  return (
    <>
      <nav>
        <ReceivedLink />
      </nav>
      <button type="button" onClick={() => setThere(true)}>
        Go
      </button>
      {isThere && (
        <SeededPages
          call={deliveries.search}
          input={receivedQuery(receivedViewIn({}))}
          first={listOf(told.items)}
        >
          <Received nowMs={0} />
        </SeededPages>
      )}
    </>
  );
}

const findPlain = () => screen.findByRole('link', { name: 'Received' });
const findNumber = (count: number) => screen.findByRole('link', { name: `Received ${count} new` });

test('a list that comes with something new is met by its number in the menu', async () => {
  const { person, arrive } = open();
  await findPlain();
  arrive();
  await person.click(screen.getByRole('button', { name: 'Go' }));
  expect((await screen.findByRole('region', { name: 'Deliveries' })).textContent).toContain('New');
  await findNumber(1);
});

test('so is one that is read again', async () => {
  const { person, arrive } = open();
  await person.click(screen.getByRole('button', { name: 'Go' }));
  arrive();
  await person.type(await screen.findByRole('searchbox'), 'cv');
  await findNumber(1);
});

test('the number stands above the line, and leaves no gap when there is none', async () => {
  open();
  expect((await findPlain()).children).toHaveLength(0);
  open({ unread: 120 });
  const many = (await findNumber(120)).querySelector('[aria-hidden]');
  expect(many?.textContent).toBe('99+');
  expect(many?.className).toContain('size-0');
});
