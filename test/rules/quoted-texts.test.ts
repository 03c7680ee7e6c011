import fs from 'node:fs';
import { expect, test } from 'vitest';
import { testSources } from './markdown-rows';

/**
 * Sentences quoted in the product's specification and their messages. A detail may surround a sentence; `{…}` is any
 * value. Our quotation marks are typographic.
 */
const sentences: [quoted: string, ...keys: string[]][] = [
  ['You don’t have enough permission to access this site.', 'info.forbidden.text', 'errors.auth.forbidden'],
  ['Forbidden', 'info.forbidden.title'],
  ['This resource is expired or doesn’t exist.', 'info.expired.text'],
  ['Expired', 'info.expired.title'],
  ['No account? Sign up!', 'login.signUp'],
  ['If not enabled, uploads are not possible via this alias.', 'alias.form.enabledHint'],
  ['Uploads are possible up to {size}.', 'upload.drop.limit'],
  ['All uploads must not be greater than {size}.', 'upload.tooLarge'],
  ['Upload is too large.', 'upload.tooLarge', 'errors.upload.tooLarge', 'errors.form.tooLarge'],
  ['files must not be bigger than {size}', 'errors.upload.tooLarge', 'errors.form.tooLarge'],
  ['Delete this item permanently?', 'share.detail.delete.title'],
  ['Yes do it', 'share.detail.delete.yes'],
  ['No', 'share.detail.delete.no'],
  ['({percent}%).', 'files.incomplete'],
  ['Try uploading again', 'files.uploadAgain'],
  ['‘{text}’ is not a valid number!', 'share.detail.fields.notANumber'],
  ['Number must be >= {min}', 'share.detail.fields.atLeast'],
  ['Number must be <= {max}', 'share.detail.fields.atMost'],
  ['Either some files or a description must be provided.', 'create.problem.nothing'],
  ['Passwords don’t match.', 'settings.password.mismatch'],
  ['E-Mail has not changed.', 'settings.email.unchanged'],
  ['All fields are required!', 'register.problem.required', 'settings.password.required'],
  ['The passwords do not match.', 'register.problem.mismatch'],
  ['There is something wrong with this url: {url}', 'app.failure.url'],
  ['There was a network timeout.', 'app.failure.timeout'],
  ['There was a network error.', 'app.failure.network'],
  ['The requested resource doesn’t exist.', 'app.failure.notFound', 'errors.request.notFound'],
  ['There was an invalid response status: {code}', 'app.failure.status'],
  ['There was an error decoding the response: {detail}', 'app.failure.decoding'],
  ['Error retrieving current email: {reason}', 'settings.email.loadFailed'],
  ['Error on submit: {reason}', 'settings.submitFailed'],
  ['Error while encoding to QRCode.', 'share.detail.ticket.qrFailed'],
  ['Some files failed', 'upload.trouble.failed'],
  ['Password invalid', 'errors.open.passwordWrong'],
  ['Password required', 'errors.open.passwordRequired', 'open.gate.text'],
  ['Error', 'invite.error'],
];

/** Labels, compared without case and spacing. */
const labels: [quoted: string, key: string][] = [
  ['new internal account', 'account.list.new'],
  ['Send files', 'inbox.send.submit'],
  ['Send more files', 'create.result.again'],
  ['Clear Files', 'create.submit.clear'],
  ['Goto Share', 'create.result.open'],
  ['publish with a new link', 'share.detail.draft.newLink'],
  ['new upload', 'inbox.result.again'],
];

const english = JSON.parse(fs.readFileSync('messages/en.json', 'utf8'));
const textOf = (key: string): string =>
  key.split('.').reduce((tree, part) => tree?.[part], english) ?? `nothing at ${key}`;
const withoutNames = (text: string) => text.replace(/\{[^{}]*\}/g, '{}');
const label = (text: string) => text.toLowerCase().replace(/\s/g, '');

/** Untestable: the page comes with the address, so without it there is no page. */
const unmet = new Set(['Error retrieving current email: {reason}']);

const plain = (text: string) => label(text).replaceAll('\\', '').replaceAll('’', "'");
const tests = [...testSources(['e2e', 'lib', 'components', 'test'])]
  .filter(([file]) => !file.endsWith('quoted-texts.test.ts'))
  .map(([, source]) => plain(source));

test.each([...sentences, ...labels].filter(([quoted]) => !unmet.has(quoted)))(
  '“%s” is met by a test that is about something else',
  (quoted) => {
    const parts = quoted.split(/\{[^{}]*\}/).map(plain);
    expect(tests.some((source) => parts.every((part) => source.includes(part)))).toBe(true);
  },
);

test.each(sentences)('“%s” is said word for word', (quoted, ...keys) => {
  for (const key of keys) expect(withoutNames(textOf(key))).toContain(withoutNames(quoted));
});

test.each(labels)('“%s” is what the label says', (quoted, key) => {
  expect(label(textOf(key))).toContain(label(quoted));
});
