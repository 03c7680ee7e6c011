import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { profile } from '@/lib/contract/account/profile';
import { type AliasDetail, alias } from '@/lib/contract/alias/alias';
import { aliasForm } from '@/lib/contract/alias/alias-form';
import { settings } from '@/lib/contract/settings';
import { inboxSeal } from '@/lib/contract/share/sealed';
import { ImitatedServer, refusal } from '@/testing/screens/imitated-server';
import { mount } from '@/testing/screens/mount';
import { emptyForm } from './form-draft';
import { InboxEditor } from './inbox-editor';

const detail: AliasDetail = {
  id: 'applications',
  name: 'Applications',
  validity: 3_600_000,
  owner: 'ada',
  ownerId: 'ada',
  enabled: true,
  members: { items: [] },
  created: 0,
  keyFingerprint: null,
};

function open(form = emptyForm, own: Partial<AliasDetail> = {}) {
  const server = new ImitatedServer();
  server.on(alias.members, () => ({ items: [] }));
  server.on(inboxSeal.get, () => ({ enabled: false, seal: null }));
  server.on(profile.get, () => refusal('request.notFound'));
  server.on(settings.getPreferences, () => refusal('request.notFound'));
  const page = <InboxEditor detail={{ ...detail, ...own }} form={form} />;
  return { server, ...mount(page, { config: { maxSize: 1.5 * 1024 ** 3 } }) };
}

const fold = (title: string) => screen.getByRole('button', { name: new RegExp(`^${title} `) });
const save = () => screen.getByRole('button', { name: 'Save' });
const linesOf = () =>
  screen
    .getAllByRole('heading', { level: 3 })
    .slice(1, 6)
    .map(({ textContent }) => textContent);

test('a new inbox shows what each needs, and a line for all else', () => {
  open();
  for (const name of ['Name', 'Recipient', 'Introduction']) screen.getByRole('textbox', { name });
  expect(linesOf()).toEqual([
    'Appearance Same as this server',
    'Questions No questions',
    'Files Any file, up to 1.5 GB',
    'Times Always open',
    'Access No password',
  ]);
  expect(screen.queryByRole('textbox', { name: 'Maximum file size' })).toBeNull();
});

test('each line says what is set', () => {
  open(
    {
      ...emptyForm,
      language: 'de',
      color: '#0b6e4f',
      groups: ['pictures', 'documents'],
      endings: ['dwg'],
      maxFiles: 3,
      maxFileBytes: 1024 ** 2,
      maxBytes: 2 * 1024 ** 2,
      opensAt: Date.UTC(2026, 10, 1, 9),
      closesAt: Date.UTC(2026, 10, 27, 16),
      sender: { name: 'required', email: 'optional', reference: 'off' },
      questions: [{ id: 'q1', label: 'Which job?', kind: 'text', required: false, choices: [] }],
    },
    {
      password: true,
      album: { share: 'all', checked: false },
      members: { items: [{ id: 'bea', login: 'bea' }] },
    },
  );
  expect(linesOf()).toEqual([
    'Appearance Deutsch · #0b6e4f',
    'Questions Name (required), E-mail address, Which job?',
    'Files Pictures, Documents, .dwg, up to 1 MB', // nobody counts the files of an album
    'Times From 1 Nov 2026, 09:00 · Until 27 Nov 2026, 16:00',
    'Access Password · Album: Everything · 1 member',
  ]);
});

test('what was typed stays while it is folded, and is saved', async () => {
  const { server, person } = open();
  const saved = server.on(aliasForm.save, () => ({}));
  server.on(alias.get, () => detail);
  server.on(aliasForm.get, () => ({ form: emptyForm }));
  fold('Files').focus();
  await person.keyboard('{Enter}');
  expect(fold('Files').getAttribute('aria-expanded')).toBe('true');
  const files = within(screen.getByRole('group', { name: 'Files' }));
  await person.type(files.getByRole('textbox', { name: 'Maximum file size' }), '10M');
  fold('Files').focus();
  await person.keyboard(' ');
  expect(fold('Files').textContent).toBe('Files Any file, up to 10 MB');
  expect(document.activeElement).toBe(fold('Files'));
  expect(screen.queryByRole('textbox', { name: 'Maximum file size' })).toBeNull();
  await person.click(save());
  await expect.poll(() => saved).toHaveLength(1);
  expect(saved[0]?.body).toMatchObject({ maxFileBytes: 10 * 1024 ** 2 });
});

test('a folded field that is wrong, or that the server refuses, opens its group and has the focus', async () => {
  const { server, person } = open({ ...emptyForm, color: '#0b6e4f' });
  await person.click(fold('Appearance'));
  const color = screen.getByRole('textbox', { name: 'Colour' });
  await person.clear(color);
  await person.type(color, 'green');
  await person.click(fold('Appearance'));
  await person.click(save());
  await waitFor(() => expect(document.activeElement).toBe(color));
  expect(fold('Appearance').getAttribute('aria-expanded')).toBe('true');

  await person.clear(color);
  await person.click(fold('Access'));
  const id = screen.getByRole('textbox', { name: 'ID' });
  await person.clear(id);
  await person.type(id, 'taken-one');
  await person.click(fold('Access'));
  server.on(aliasForm.save, () => ({}));
  server.on(aliasForm.remove, () => ({}));
  server.on(alias.modify, () => refusal('alias.idTaken'));
  await person.click(save());
  await screen.findByText('This ID is taken.');
  await waitFor(() => expect(document.activeElement).toBe(id));
  expect(fold('Access').getAttribute('aria-expanded')).toBe('true');
});

test('a group opens where the browser’s search has found something in it', () => {
  open();
  const [hidden] = document.querySelectorAll('[hidden="until-found"]');
  act(() => void hidden?.dispatchEvent(new Event('beforematch', { bubbles: true })));
  expect(fold('Appearance').getAttribute('aria-expanded')).toBe('true');
  screen.getByRole('textbox', { name: 'Colour' });
});
