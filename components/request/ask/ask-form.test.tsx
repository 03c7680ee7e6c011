import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import type userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { round } from '@/lib/contract/alias/round';
import { roundLimits } from '@/lib/domain/request/progress';
import { ImitatedServer, refusal } from '@/testing/screens/imitated-server';
import { mount } from '@/testing/screens/mount';
import { AskForm } from './ask-form';

function open(config: object = { mailEnabled: true }) {
  const server = new ImitatedServer();
  const made = server.on(round.create, () => ({ id: 'r1' }));
  const asked = server.on(round.addPeople, () => ({ added: 1, wrong: [] }));
  const removed = server.on(round.remove, () => ({}));
  return {
    server,
    made,
    asked,
    removed,
    ...mount(<AskForm aliasId="papers" isSealed={false} />, { config }),
  };
}

const field = (name: string | RegExp) => screen.getByRole('textbox', { name });

async function fill(person: ReturnType<typeof userEvent.setup>, table: string) {
  await person.type(field(/^Name/), 'Papers');
  fireEvent.change(screen.getByLabelText(/^Last day/), { target: { value: '2999-12-31' } });
  await person.type(field(/^File 1/), 'ID card');
  await person.click(field(/^People/));
  await person.paste(table);
}

test('the filled-in form begins a round, whose people are asked, and leads to its board', async () => {
  const { person, made, asked, removed, went } = open();
  await fill(person, 'Ada; ada@example.org');
  await person.type(field('Message to all'), 'Please!');
  await person.click(screen.getByRole('checkbox', { name: /^Confirm addresses/ }));
  await person.selectOptions(screen.getByRole('combobox', { name: 'Ask again' }), 'Every month');
  await person.type(field('Maximum files'), '2');
  await person.click(screen.getByRole('checkbox', { name: 'Pictures' }));
  await person.type(field(/endings/), '.PDF, heic');
  await person.click(screen.getByRole('button', { name: 'Add another' }));
  await person.type(field(/^File 2/), 'Payslip');
  await person.click(screen.getAllByRole('checkbox', { name: /^Needed/ })[1] as HTMLElement);
  await person.click(screen.getByRole('button', { name: 'Send' }));
  await waitFor(() => expect(went).toEqual(['/app/alias/papers/request/board?round=r1']));
  const slot = { hint: '', example: null };
  expect(made.map(({ body }) => body)).toEqual([
    {
      name: 'Papers',
      due: '2999-12-31',
      message: 'Please!',
      repeat: 'month',
      proof: true,
      slots: [
        {
          ...slot,
          name: 'ID card',
          maxFiles: 2,
          groups: ['pictures'],
          endings: ['pdf', 'heic'],
          needed: true,
        },
        { ...slot, name: 'Payslip', maxFiles: null, groups: [], endings: [], needed: false },
      ],
    },
  ]);
  expect(asked.map(({ body }) => body)).toEqual([{ round: 'r1', table: 'Ada; ada@example.org' }]);
  expect(removed).toEqual([]);
});

test('an example is attached before anybody is asked; one that is refused leaves no round behind', async () => {
  const { server, person, asked, removed, went } = open();
  const refused = server.on(round.example, () => refusal('round.exampleHeld'));
  await fill(person, 'Ada; ada@example.org');
  const input = screen.getByLabelText('Example file');
  await person.upload(input, new File(['%PDF'], 'form.pdf'));
  await screen.findByText('form.pdf');
  await person.click(screen.getByRole('button', { name: 'Send' }));
  await screen.findByText('The virus scan refuses this example.');
  expect(refused.map(({ body }) => body)).toEqual([
    { round: 'r1', slot: 1, name: 'form.pdf', data: btoa('%PDF') },
  ]);
  expect(asked).toEqual([]);
  await waitFor(() => expect(removed).toHaveLength(1));
  server.on(round.example, () => ({}));
  await person.click(screen.getByRole('button', { name: 'Send' }));
  await waitFor(() => expect(went).toHaveLength(1));
  expect(asked).toHaveLength(1);
});

test('an ending that is none, and an example that is too large, are said at their fields', async () => {
  const { person, made } = open();
  await fill(person, 'Ada; ada@example.org');
  await person.type(field(/endings/), 'p?f');
  const large = new File(['x'], 'large.zip');
  Object.defineProperty(large, 'size', { value: roundLimits.exampleBytes + 1 });
  await person.upload(screen.getByLabelText('Example file'), large);
  await person.click(screen.getByRole('button', { name: 'Send' }));
  await screen.findByText('Enter up to 40 endings of letters and digits.');
  screen.getByText('The example is larger than 2 MB.');
  expect(made).toEqual([]);
  await person.click(screen.getByRole('button', { name: 'Remove the example large.zip' }));
  expect(screen.queryByText('The example is larger than 2 MB.')).toBeNull();
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

test('a failed answer leaves the request in the form, so that nobody is asked twice', async () => {
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

test('missing values are reported at their fields, and the form says where no mail is sent', async () => {
  const { person, made } = open({ mailEnabled: false });
  screen.getByText(/This server sends no e-mail/);
  await person.click(screen.getByRole('button', { name: 'Send' }));
  for (const text of ['Choose a day.', 'Add at least one person.']) await screen.findByText(text);
  expect(screen.getAllByText('Give it a name.')).toHaveLength(2);
  expect(made).toEqual([]);
});

test('an unsaved form isn’t left by a link without asking', async () => {
  const { person } = open();
  await person.type(field(/^Name/), 'Papers');
  await person.click(screen.getByRole('link', { name: 'Cancel' }));
  await screen.findByRole('alertdialog', { name: 'Leave without saving?' });
  await person.click(screen.getByRole('button', { name: 'Keep editing' }));
  expect((await screen.findByRole<HTMLInputElement>('textbox', { name: /^Name/ })).value).toBe('Papers');
});
