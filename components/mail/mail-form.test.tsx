import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { mail } from '@/lib/contract/mail';
import { ImitatedServer, refusal } from '@/testing/screens/imitated-server';
import { mount } from '@/testing/screens/mount';
import { MailForm } from './mail-form';

/** The form of a mail with the link of a share, for all recipients alike. */
async function open() {
  const left: string[] = [];
  const server = new ImitatedServer();
  server.on(mail.shareTemplate, () => ({
    subject: 'ada has shared files with you',
    body: 'Here they are.',
    personal: { subject: '', message: '' },
  }));
  const { person } = mount(
    <MailForm
      template={{ kind: 'share', id: 'plans' }}
      kinds={['personal', 'shared']}
      onLeave={() => left.push('left')}
    />,
  );
  const to = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Recipients' });
  expect(document.activeElement).toBe(to);
  await person.click(screen.getByRole('checkbox', { name: 'One link for all' }));
  await screen.findByRole('textbox', { name: 'Subject' });
  return { server, person, to, left };
}

const send = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Send' });
const field = (name: string) => screen.getByRole<HTMLTextAreaElement>('textbox', { name });

test('nothing is sent while a field is empty', async () => {
  const { person, to, left } = await open();
  expect(send().disabled).toBe(true);
  await person.type(to, ' , ');
  expect(send().disabled).toBe(true);
  await person.type(to, 'anna@example.com');
  expect(send().disabled).toBe(false);
  for (const name of ['Subject', 'Message']) {
    const words = field(name).value;
    await person.clear(field(name));
    await person.type(field(name), ' ');
    expect(send().disabled).toBe(true);
    await person.clear(field(name));
    await person.type(field(name), words);
    expect(send().disabled).toBe(false);
  }
  await person.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(left).toEqual(['left']);
});

test.each([
  ['mail.badRecipients', { count: 2, list: 'anna, ben@' }],
  ['mail.tooManyRecipients', { count: 21, max: 20 }],
] as const)('%s is told at the recipients until they are changed', async (code, values) => {
  const { server, person, to } = await open();
  const asked = server.on(mail.send, () => refusal(code, values));
  await person.type(to, 'anna, ben@, carl@example.com');
  await person.click(send());
  const { message } = refusal(code, values);
  await screen.findByText(message);
  await waitFor(() => expect(document.activeElement).toBe(to));
  expect(asked[0]?.body).toMatchObject({ recipients: ['anna, ben@, carl@example.com'] });
  expect(to.getAttribute('aria-invalid')).toBe('true');
  await person.type(to, 'x');
  expect(screen.queryByText(message)).toBeNull();
});

test('a refused address is named, and only it is left to write to', async () => {
  const { server, person, to } = await open();
  const told = 'Sent to one person, but not to nobody@example.com (550 5.1.1 no such user)';
  server.on(mail.send, () =>
    Response.json({
      success: false,
      message: told,
      code: 'mail.someFailed',
      sent: 1,
      failed: ['nobody@example.com'],
    }),
  );
  await person.type(to, 'anna@example.com,nobody@example.com');
  await person.click(send());
  await screen.findByText(told);
  expect(to.value).toBe('nobody@example.com');
});

test('a mail that is sent says to how many, and the way on has the focus', async () => {
  const { server, person, to, left } = await open();
  const asked = server.on(mail.send, () => ({ sent: 2, failed: [], message: 'Sent to 2 people.' }));
  await person.type(to, '"Anna, of the crew" <anna@example.com>;ben@example.com');
  await person.type(field('Message'), ' See you on Monday!');
  await person.click(send());
  await screen.findByText('Sent to 2 people.');
  expect(asked[0]?.body).toMatchObject({
    recipients: ['anna@example.com', 'ben@example.com'],
    subject: 'ada has shared files with you',
    body: 'Here they are. See you on Monday!',
    share: 'plans',
  });
  const done = screen.getByRole('button', { name: 'Done' });
  expect(document.activeElement).toBe(done);
  await person.keyboard('{Enter}');
  expect(left).toEqual(['left']);
});
