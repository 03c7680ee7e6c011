import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { alias } from '@/lib/contract/alias/alias';
import { ImitatedServer, refusal } from '@/testing/screens/imitated-server';
import { mount } from '@/testing/screens/mount';
import { AliasForm } from './alias-form';

const told = (field: HTMLElement) =>
  (field.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent ?? '')
    .join(' ');

function open(config = {}) {
  const server = new ImitatedServer();
  server.on(alias.members, () => ({ items: [] }));
  return { server, ...mount(<AliasForm />, { config }) };
}

test('wrong values are reported at their fields, by page and server', async () => {
  const { server, person, went } = open();
  const [name, id] = ['Name', 'ID (optional)'].map((label) =>
    screen.getByRole('textbox', { name: label }),
  ) as [HTMLElement, HTMLElement];
  const create = screen.getByRole('button', { name: 'Create inbox' });
  const asked = server.on(alias.create, () => refusal('alias.idTaken'));
  await person.type(id, 'a b');
  await person.click(create);
  expect(document.activeElement).toBe(name);
  expect(told(name)).toContain('Give it a name.');
  expect(told(id)).toContain('Use only letters');
  expect(asked).toHaveLength(0);

  await person.type(name, 'Twin');
  await person.clear(id);
  await person.type(id, 'taken-one');
  await person.click(create);
  await screen.findByText('This ID is taken.');
  expect(told(id)).toContain('This ID is taken.');

  server.on(alias.create, () => ({ id: 'another-one' }));
  await person.type(id, '-2');
  expect(told(id)).not.toContain('This ID is taken.');
  await person.click(create);
  await expect.poll(() => went).toEqual(['/app/alias/another-one']);
});

test('the form has no field for members of an alias that has none', () => {
  open({ aliasMemberEnabled: false });
  screen.getByRole('combobox', { name: 'Validity' });
  expect(screen.queryByRole('combobox', { name: 'Members' })).toBeNull();
});
