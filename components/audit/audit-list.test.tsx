import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { type AuditItem, audit, auditGroups } from '@/lib/contract/admin/audit';
import { ImitatedServer } from '@/testing/screens/imitated-server';
import { mount } from '@/testing/screens/mount';
import { AuditList } from './audit-list';

const march = Date.UTC(2026, 2, 1, 12);

const event = (id: string, over: Partial<AuditItem>): AuditItem => ({
  id,
  at: march,
  event: 'share.create',
  outcome: 'ok',
  actorKind: 'user',
  actorId: 'bea-id',
  actorLogin: 'bea',
  address: '192.0.2.7',
  objectType: 'share',
  objectId: 'plans-id',
  objectName: null,
  shareId: 'plans-id',
  requestId: null,
  details: {},
  ...over,
});

const isIn = (group: string, name: string) =>
  Object.entries(auditGroups).some(([key, names]) => key === group && names.some((known) => known === name));

function open(all: AuditItem[], url = '/app/audit') {
  const asked = new ImitatedServer().on(audit.search, ({ query }) => {
    const items = all.filter(
      (item) =>
        (!query.event || item.event === query.event) &&
        (!query.group || isIn(String(query.group), item.event)) &&
        (!query.outcome || item.outcome === query.outcome),
    );
    return { items, total: items.length };
  });
  return { asked, ...mount(<AuditList />, { url }) };
}

const choice = (name: string) => screen.getByRole<HTMLSelectElement>('combobox', { name });
const details = (name: string) => screen.findByRole('button', { name: `Details: ${name}` });

test('events are narrowed down by kind, words and outcome, which the URL keeps, and all are back at once', async () => {
  const { person, asked } = open([event('1', {}), event('2', { event: 'login', objectType: null })]);
  await details('Share created');
  expect(choice('Event').disabled).toBe(true);
  await person.selectOptions(choice('Area'), 'Shares');
  await screen.findByText('1 found');
  expect(location.search).toBe('?group=shares');
  await person.selectOptions(choice('Event'), 'Share created');
  await waitFor(() => expect(asked.at(-1)?.query).toMatchObject({ event: 'share.create' }));
  expect(location.search).toBe('?event=share.create');
  await person.type(screen.getByRole('searchbox', { name: 'Search activity' }), 'bea');
  await waitFor(() => expect(asked.at(-1)?.query).toMatchObject({ event: 'share.create', q: 'bea' }));
  await person.selectOptions(choice('Outcome'), 'Refused');
  await screen.findByText('No event matches');
  await person.click(screen.getAllByRole('button', { name: 'Clear filters' })[0] as HTMLElement);
  await waitFor(() => expect(location.search).toBe(''));
  await waitFor(() => expect(screen.getAllByRole('button', { name: /^Details/ })).toHaveLength(2));
});

test('a row opens its details by the keyboard', async () => {
  const { person } = open([event('1', {})], '/app/audit?event=share.create');
  const row = await details('Share created');
  expect(choice('Event').value).toBe('share.create');
  row.focus();
  await person.keyboard('{Enter}');
  expect(row.getAttribute('aria-expanded')).toBe('true');
  const link = screen.getAllByRole('link', { name: 'plans-id' })[0];
  expect(link?.getAttribute('href')).toContain('q=plans-id');
  expect(screen.getByRole('row', { name: /Share created/ }).textContent).toContain('1 Mar 2026');
});

test('the uploads into a share are one row, which names files and opens each', async () => {
  const file = (name: string) =>
    event(name, { event: 'upload.complete', objectType: 'file', objectId: `id-${name}`, objectName: name });
  const { person } = open([file('all.zip'), file('notes.txt')]);
  const row = await details('Upload of 2 files');
  expect(screen.getAllByRole('button', { name: /^Details/ })).toHaveLength(1);
  expect(screen.getByRole('row', { name: /Upload of 2 files/ }).textContent).toContain(
    'notes.txt and 1 more',
  );
  await person.click(row);
  const zip = screen.getAllByRole('listitem').find(({ textContent }) => textContent?.includes('all.zip'));
  await person.click(within(zip as HTMLElement).getByText('all.zip', { selector: 'summary *' }));
  expect(zip?.textContent).toContain('plans-id');
});
