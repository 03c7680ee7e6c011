import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { oversight } from '@/lib/contract/admin/oversight';
import { quarantine } from '@/lib/contract/admin/quarantine';
import { blankOf } from '@/testing/sample';
import { ImitatedServer, refusal } from '@/testing/screens/imitated-server';
import { mount } from '@/testing/screens/mount';
import { BlockActions, TakeDown } from './block-actions';
import { QuarantineList } from './quarantine-list';
import { ReportList } from './report-list';

const bea = { id: 'bea-0123456789', login: 'bea' };
const march = Date.UTC(2026, 2, 1, 12);
const block = { at: march, by: 'ada', reason: 'A virus' };
const button = (name: string) => screen.findByRole('button', { name });
const dialog = async () => within(await screen.findByRole('alertdialog'));
const subject = { id: 'id-0123456789', name: 'Plans', login: 'bea' };

const calls = {
  share: { block: oversight.blockShare, allow: oversight.allowShare, remove: oversight.removeShare },
  alias: { block: oversight.blockAlias, allow: oversight.allowAlias, remove: oversight.removeAlias },
};
const kinds = ['share', 'alias'] as const;

test.each(kinds)('%s: taking it down sends the reason, to its own call', async (kind) => {
  const server = new ImitatedServer();
  const asked = server.on(calls[kind].block, () => ({}));
  const { person } = mount(<TakeDown kind={kind} {...subject} />);
  await person.click(await button('Take down'));
  const ask = await dialog();
  await person.type(ask.getByRole('textbox', { name: 'Reason' }), 'Malware');
  await person.click(ask.getByRole('button', { name: 'Take down' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(asked).toMatchObject([{ params: { id: subject.id }, body: { reason: 'Malware' } }]);
});

test.each(kinds)(
  '%s: one that is allowed can’t be deleted, and one that is taken down can be both',
  async (kind) => {
    const server = new ImitatedServer();
    const allowed = server.on(calls[kind].allow, () => ({}));
    const { person } = mount(
      <>
        <BlockActions kind={kind} {...subject} blocked={null} />
        <BlockActions kind={kind} {...subject} blocked={block} />
      </>,
    );
    expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
      'Take down',
      'Allow again',
      'Delete',
    ]);
    await person.click(await button('Allow again'));
    await person.click((await dialog()).getByRole('button', { name: 'Allow again' }));
    await waitFor(() => expect(allowed).toMatchObject([{ params: { id: subject.id } }]));
  },
);

test.each(kinds)('%s: it is deleted only once its owner’s login is typed', async (kind) => {
  const server = new ImitatedServer();
  const asked = server.on(calls[kind].remove, () => ({}));
  const gone: string[] = [];
  const { person } = mount(
    <BlockActions kind={kind} {...subject} blocked={block} onGone={() => gone.push(kind)} />,
  );
  await person.click(await button('Delete'));
  const ask = await dialog();
  const typed = ask.getByRole('textbox');
  await person.type(typed, 'ada');
  await person.click(ask.getByRole('button', { name: 'Delete' }));
  await ask.findByText('This is not the owner’s login.');
  expect([asked, gone]).toEqual([[], []]);
  await person.clear(typed);
  await person.type(typed, ' Bea ');
  await person.click(ask.getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(gone).toEqual([kind]));
  expect(asked).toMatchObject([{ params: { id: subject.id } }]);
});

const report = {
  id: 'r-0123456789',
  at: march,
  about: '',
  reason: 'malware',
  text: '',
  address: null,
} as const;

function openReports() {
  const share = {
    ...blankOf(oversight.shares.answer.shape.items.element),
    id: 'share-0123456789',
    owner: bea,
  };
  const alias = {
    ...blankOf(oversight.aliases.answer.shape.items.element),
    id: 'alias-0123456789',
    owner: bea,
  };
  const server = new ImitatedServer();
  server.on(oversight.reports, () => ({
    total: 2,
    items: [
      { share: { ...share, title: 'Plans' }, alias: null, count: 2, reports: [report] },
      { share: null, alias: { ...alias, name: 'Inbox' }, count: 1, reports: [report] },
    ],
  }));
  return { server, ...mount(<ReportList />) };
}

const caseOf = async (name: string) =>
  within((await screen.findByRole('heading', { name })).closest('li') as HTMLElement);

test('a reported share and a reported inbox are taken down each by its own call', async () => {
  const { server, person } = openReports();
  const shares = server.on(oversight.blockShare, () => ({}));
  const aliases = server.on(oversight.blockAlias, () => ({}));
  for (const name of ['Plans', 'Inbox · Inbox']) {
    await person.click((await caseOf(name)).getByRole('button', { name: 'Take down' }));
    const ask = await dialog();
    await person.type(ask.getByRole('textbox', { name: 'Reason' }), 'x');
    await person.click(ask.getByRole('button', { name: 'Take down' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  }
  expect([...shares, ...aliases].map(({ params }) => params.id)).toEqual([
    'share-0123456789',
    'alias-0123456789',
  ]);
});

test('a case that somebody else has closed says so beside it', async () => {
  const { server, person } = openReports();
  server.on(oversight.dismissReports, () => refusal('share.notFound'));
  await person.click((await caseOf('Plans')).getByRole('button', { name: 'Dismiss' }));
  expect((await (await caseOf('Plans')).findByRole('alert')).textContent).not.toBe('');
});

test('a quarantined file is released with a reason and what proves the admin, and a refusal keeps both', async () => {
  const file = { ...blankOf(quarantine.list.answer.shape.items.element), id: 'file-0123456789', owner: bea };
  const server = new ImitatedServer();
  server.on(quarantine.list, () => ({
    total: 1,
    asks: ['password' as const, 'code' as const],
    items: [file],
  }));
  const asked = server.on(quarantine.release, () => refusal('settings.passwordWrong'));
  const { person } = mount(<QuarantineList />);
  await person.click(await button('Release'));
  const reason = await screen.findByRole('textbox', { name: 'Reason' });
  await person.type(reason, 'A false alarm');
  await person.type(screen.getByLabelText('Current password'), 'secret');
  await person.type(screen.getByLabelText('Code or recovery code'), '123456');
  await person.keyboard('{Enter}');
  await screen.findByText(/^The current password is wrong\./);
  expect(asked).toMatchObject([
    {
      params: { id: 'file-0123456789' },
      body: { reason: 'A false alarm', password: 'secret', code: '123456' },
    },
  ]);
  expect((reason as HTMLTextAreaElement).value).toBe('A false alarm');
});
