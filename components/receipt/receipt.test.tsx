import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { type Receipt as ReceiptAnswer, receipt } from '@/lib/contract/alias/receipt';
import { blankOf } from '@/testing/sample';
import { ImitatedServer, refusal } from '@/testing/screens/imitated-server';
import { mount } from '@/testing/screens/mount';
import { Receipt } from './receipt';

const late =
  'It’s too late to add to this delivery or take it back: someone has opened it, or the time is over.';

function open(over: Partial<ReceiptAnswer>) {
  const server = new ImitatedServer();
  server.on(receipt.look, () => ({ ...blankOf(receipt.look.answer), aliasName: 'Jobs', ...over }));
  return { server, ...mount(<Receipt />, { url: '/receipt#token', viewer: null }) };
}

const button = (name: string) => screen.queryByRole('button', { name });

test('once a delivery was opened, its receipt says why nothing can be changed', async () => {
  open({ isOver: true });
  await screen.findByText(late);
  expect(button('Take back')).toBeNull();
});

test('where senders never may change what they sent, nothing is said of it', async () => {
  open({});
  await screen.findByRole('heading', { name: 'Jobs' });
  expect(screen.queryByText(/too late/)).toBeNull();
});

test('a page from before that takes back too late reads the same', async () => {
  const { server, person } = open({ changesUntil: Date.UTC(2026, 2, 1) });
  server.on(receipt.takeBack, () => refusal('receipt.seen'));
  await person.click(await screen.findByRole('button', { name: 'Take back' }));
  const question = await screen.findByRole('alertdialog');
  await person.click(within(question).getByRole('button', { name: 'Yes, take it back' }));
  await within(question).findByText(late);
  expect(button('Yes, take it back')).not.toBeNull();
});

test('the receipt of an encrypted delivery says so, and no other', async () => {
  open({ sealed: true });
  await screen.findByText('End-to-end encrypted');
  open({ aliasName: 'Plain' });
  await screen.findByRole('heading', { name: 'Plain' });
  expect(screen.getAllByText('End-to-end encrypted')).toHaveLength(1);
});

test('sizes of a receipt read as those on the page that sent them', async () => {
  open({
    files: [{ path: '', name: 'cv.pdf', size: 200_000, sha256: 'ab' }],
    total: { files: 1, size: 200_000 },
  });
  expect((await screen.findByRole('listitem')).textContent).toContain('195 KB');
  screen.getByRole('heading', { name: '1 file has arrived · 195 KB' });
});
