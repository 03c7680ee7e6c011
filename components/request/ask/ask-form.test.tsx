import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import type userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { round } from '@/lib/contract/alias/request';
import { ImitatedServer } from '@/testing/screens/imitated-server';
import { mount } from '@/testing/screens/mount';
import { AskForm } from './ask-form';

function open(config = {}) {
  const server = new ImitatedServer();
  const made = server.on(round.create, () => ({ id: 'r1' }));
  const asked = server.on(round.addPeople, () => ({ added: 1, wrong: [] }));
  const removed = server.on(round.remove, () => ({}));
  return { server, made, asked, removed, ...mount(<AskForm aliasId="papers" />, { config }) };
}

const field = (name: string | RegExp) => screen.getByRole('textbox', { name });

async function fill(person: ReturnType<typeof userEvent.setup>, table: string) {
  await person.type(field(/^Name/), 'Papers');
  fireEvent.change(screen.getByLabelText(/^Last day/), { target: { value: '2999-12-31' } });
  await person.type(field(/^File 1/), 'ID card');
  await person.click(field(/^People/));
  await person.paste(table);
}

test('what was filled in is begun as a round, whose people are asked, and leads to its board', async () => {
  const { person, made, asked, removed, went } = open();
  await fill(person, 'Ada; ada@example.org');
  await person.type(field('Message to all'), 'Please!');
  await person.selectOptions(screen.getByRole('combobox', { name: 'Ask again' }), 'Every month');
  await person.type(field('Maximum files'), '2');
  await person.click(screen.getByRole('checkbox', { name: 'Pictures' }));
  await person.click(screen.getByRole('button', { name: 'Add another' }));
  await person.type(field(/^File 2/), 'Payslip');
  await person.click(screen.getAllByRole('checkbox', { name: /^Needed/ })[1] as HTMLElement);
  await person.click(screen.getByRole('button', { name: 'Send' }));
  await waitFor(() => expect(went).toEqual(['/app/alias/papers/request/board?round=r1']));
  const slot = { hint: '', endings: [], example: null };
  expect(made.map(({ body }) => body)).toEqual([
    {
      name: 'Papers',
      due: '2999-12-31',
      message: 'Please!',
      repeat: 'month',
      slots: [
        { ...slot, name: 'ID card', maxFiles: 2, groups: ['pictures'], needed: true },
        { ...slot, name: 'Payslip', maxFiles: null, groups: [], needed: false },
      ],
    },
  ]);
  expect(asked.map(({ body }) => body)).toEqual([{ round: 'r1', table: 'Ada; ada@example.org' }]);
  expect(removed).toEqual([]);
});

test('rows that are wrong are named with their field before anything is begun', async () => {
  const { person, made } = open();
  await fill(person, 'Ada; ada@example.org\nBob; bob-at-example\n; cyd@example.org\nAda; ada@example.org');
  await person.click(screen.getByRole('button', { name: 'Send' }));
  const alert = await screen.findByText('Row 2, address: is not an e-mail address');
  const said = within(alert.parentElement as HTMLElement);
  said.getByText('Row 3, name: is missing');
  said.getByText('Row 4, address: is there twice');
  expect(field(/^People/).getAttribute('aria-invalid')).toBe('true');
  expect(made).toEqual([]);
});

test('rows that the server finds wrong are named, what is pasted stays, and no round is left behind', async () => {
  const { server, person, removed, made, went } = open();
  const wrong = [{ row: 1, field: 'address', reason: 'tooManyMails' }];
  server.on(round.addPeople, () =>
    Response.json({ success: false, code: 'round.wrongPeople', message: '1 entry.', added: 0, wrong }),
  );
  await fill(person, 'Ada; ada@example.org');
  await person.click(screen.getByRole('button', { name: 'Send' }));
  await screen.findByText('Row 1, address: has had too many mails today');
  expect((field(/^People/) as HTMLTextAreaElement).value).toBe('Ada; ada@example.org');
  await waitFor(() => expect(removed.map(({ body }) => body)).toEqual([{ round: 'r1' }]));
  expect(went).toEqual([]);

  server.on(round.addPeople, () => ({ added: 1, wrong: [] }));
  await person.click(screen.getByRole('button', { name: 'Send' }));
  await waitFor(() => expect(went).toHaveLength(1));
  expect(made).toHaveLength(2);
});

test('without an answer the round stays, so that nobody is asked twice', async () => {
  const { server, person, removed, made, went } = open();
  server.on(round.addPeople, () => Promise.reject(new TypeError('no line')));
  await fill(person, 'Ada; ada@example.org');
  await person.click(screen.getByRole('button', { name: 'Send' }));
  await waitFor(() => expect(field(/^File 1/).closest('fieldset[disabled]')).not.toBeNull());
  server.on(round.addPeople, () => ({ added: 1, wrong: [] }));
  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'Send' }).getAttribute('aria-busy')).toBeNull(),
  );
  await person.click(screen.getByRole('button', { name: 'Send' }));
  await waitFor(() => expect(went).toHaveLength(1));
  expect([made.length, removed.length]).toEqual([1, 0]);
});

test('what is missing is said at its field, and where no mail is sent the form says so', async () => {
  const { person, made } = open({ mailEnabled: false });
  screen.getByText(/This server sends no e-mail/);
  await person.click(screen.getByRole('button', { name: 'Send' }));
  for (const text of ['Choose a day.', 'Add at least one person.']) await screen.findByText(text);
  expect(screen.getAllByText('Give it a name.')).toHaveLength(2);
  expect(made).toEqual([]);
});

test('what is written isn’t left by a link without asking', async () => {
  const { person } = open();
  await person.type(field(/^Name/), 'Papers');
  await person.click(screen.getByRole('link', { name: 'Cancel' }));
  await screen.findByRole('alertdialog', { name: 'Leave without saving?' });
  await person.click(screen.getByRole('button', { name: 'Keep editing' }));
  expect((await screen.findByRole<HTMLInputElement>('textbox', { name: /^Name/ })).value).toBe('Papers');
});
