import { createTransport } from 'nodemailer';
import { expect, test } from 'vitest';
import { catchMail } from '../../scripts/seed/mail-catcher';

test('the mail catcher prints a mail as a person would read it', async () => {
  const said: string[] = [];
  const { url, stop } = await catchMail((text) => said.push(text));
  await createTransport(url).sendMail({
    from: 'Slipway <slipway@localhost>',
    to: 'ada@example.org',
    subject: 'Neue Dateien für dich',
    text: 'Grüße,\nGrace',
  });
  await stop();
  expect(said.join('\n')).toContain('Mail to ada@example.org\n│ Neue Dateien für dich');
  expect(said.join('\n')).toContain('│ Grüße,\n│ Grace');
});
