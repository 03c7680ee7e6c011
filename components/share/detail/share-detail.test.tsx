import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Endpoint } from '@/lib/contract/http/endpoint';
import { recipient } from '@/lib/contract/share/recipient';
import { share } from '@/lib/contract/share/share';
import type { ShareDetail as Detail } from '@/lib/contract/share/share-shapes';
import { type Asked, ImitatedServer, refusal } from '@/testing/screens/imitated-server';
import { ada, mount } from '@/testing/screens/mount';
import { sampleLink, sampleShare } from '@/testing/screens/sample-share';
import { ShareDetail } from './share-detail';

const noon = Date.UTC(2026, 2, 1, 12);
const day = 86_400_000;

/** The page of a share whose changes the imitated server keeps. */
function open(over: Partial<Detail> = {}, viewer = ada, mailEnabled = true) {
  let detail = sampleShare(over);
  const server = new ImitatedServer();
  server.on(share.get, () => detail);
  server.on(recipient.list, () => ({ items: [], only: false }));
  const keep = (endpoint: Endpoint, change: (asked: Asked) => Partial<Detail>) =>
    server.on(endpoint, (asked) => {
      detail = { ...detail, ...change(asked) };
      return {};
    });
  const valueIn = ({ body }: Asked) => (body as { value: never }).value;
  const did = {
    named: keep(share.setName, (asked) => ({ name: valueIn(asked), title: valueIn(asked) })),
    views: keep(share.setMaxViews, (asked) => ({ maxViews: valueIn(asked) })),
    validity: keep(share.setValidity, (asked) => ({ validity: valueIn(asked) })),
    locked: keep(share.setPassword, () => ({ password: true })),
    unlocked: keep(share.clearPassword, () => ({ password: false })),
    noted: keep(share.setDescription, (asked) => ({
      descriptionRaw: valueIn(asked),
      description: valueIn(asked),
    })),
    withdrawn: keep(share.unpublish, () => ({ publishInfo: sampleLink({ enabled: false }) })),
    published: server.on(share.publish, () => {
      detail = { ...detail, publishInfo: sampleLink() };
      return { id: 'link-0123456789abcdef' };
    }),
  };
  const page = <ShareDetail shareId={detail.id} nowMs={noon} noteAtFirst={null} />;
  return { ...mount(page, { viewer, config: { mailEnabled } }), page, server, did };
}

const ticket = () => screen.findByRole('region', { name: 'Public link' });
const tab = (name: string) => screen.findByRole('tab', { name });
const button = (name: string) => screen.findByRole('button', { name });
const bodies = (asked: readonly Asked[]) => asked.map(({ body }) => body);

test('a meter of the ticket opens its own editor: Enter saves, Escape leaves', async () => {
  const { person } = open({ publishInfo: sampleLink() });
  await person.click(await tab('Link'));
  await person.click(within(await ticket()).getByRole('button', { name: 'Change: Views' }));
  const views = await screen.findByRole('textbox', { name: 'Maximum views' });
  expect(document.activeElement).toBe(views);
  await person.clear(views);
  await person.keyboard('7{Enter}');
  await waitFor(async () => expect((await ticket()).textContent).toContain('0 of 7'));
  await person.click(within(await ticket()).getByRole('button', { name: 'Change: Password' }));
  expect(document.activeElement).toBe(await screen.findByLabelText('New password'));
  await person.keyboard('{Escape}');
  expect(screen.queryByLabelText('New password')).toBeNull();
});

test('a property is edited in place, one at a time: Enter saves, Escape leaves, focus returns', async () => {
  const { person, did } = open();
  await person.click(await tab('Details'));
  (await button('Edit Name')).focus();
  await person.keyboard('{Enter}');
  const name = screen.getByRole('textbox', { name: 'Name' });
  expect(document.activeElement).toBe(name);
  await person.clear(name);
  await person.keyboard('After{Enter}');
  await screen.findByRole('heading', { level: 1, name: 'After' });
  await waitFor(async () => expect(document.activeElement).toBe(await button('Edit Name')));
  (await button('Edit Validity')).focus();
  await person.keyboard('{Enter}');
  expect(document.activeElement).toBe(screen.getByRole('combobox', { name: 'Validity' }));
  await person.click(await button('Edit Name'));
  expect(screen.queryByRole('combobox', { name: 'Validity' })).toBeNull();
  await person.keyboard(' all{Escape}');
  await waitFor(async () => expect(document.activeElement).toBe(await button('Edit Name')));
  expect(bodies(did.named)).toEqual([{ value: 'After', was: 'Plans' }]);
});

test('a field that is clicked again closes unchanged', async () => {
  const { person, did } = open();
  await person.click(await tab('Details'));
  await person.click(await button('Edit Name'));
  await person.type(screen.getByRole('textbox', { name: 'Name' }), 'Never mind');
  await person.click(screen.getByRole('button', { name: 'Name' }));
  expect(screen.queryByRole('textbox', { name: 'Name' })).toBeNull();
  expect(did.named).toEqual([]);
});

test.each([
  ['many', '‘many’ is not a valid number!'],
  ['0', 'Number must be >= 1'],
  ['99999999999', 'Number must be <= 2,147,483,647'],
])('%s is no number of views, which is told in place', async (text, complaint) => {
  const { person, did } = open();
  await person.click(await tab('Details'));
  await person.click(await button('Edit Maximum views'));
  const field = screen.getByRole('textbox', { name: 'Maximum views' });
  await person.clear(field);
  await person.type(field, `${text}{Enter}`);
  await screen.findByText(complaint);
  expect(did.views).toEqual([]);
  await person.clear(field);
  await person.type(field, '77{Enter}');
  await waitFor(() => expect(bodies(did.views)).toEqual([{ value: 77 }]));
});

test('a validity that is no choice shows the nearest one, and Enter saves it', async () => {
  const { person, did } = open({ validity: 5_000_000 });
  await person.click(await tab('Details'));
  await person.click(await button('Edit Validity'));
  const choice = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Validity' });
  expect(choice.selectedOptions[0]?.textContent).toBe('1 hour');
  expect([...choice.options].filter(({ text }) => text.includes('1.4'))).toEqual([]);
  await person.selectOptions(choice, '1 month');
  choice.focus();
  await person.keyboard('{Enter}');
  await waitFor(() => expect(bodies(did.validity)).toEqual([{ value: 30 * day }]));
  await waitFor(() => expect(screen.queryByRole('combobox', { name: 'Validity' })).toBeNull());
});

test('a password is set and removed', async () => {
  const { person, did } = open({ publishInfo: sampleLink() });
  await person.click(await tab('Details'));
  await person.click(await button('Edit Password'));
  await person.type(screen.getByLabelText('New password'), 'hunter2{Enter}');
  await person.click(await button('Edit Password'));
  expect(bodies(did.locked)).toEqual([{ value: 'hunter2' }]);
  await person.click(await button('Remove password'));
  await button('Edit Password');
  expect(did.unlocked).toHaveLength(1);
  expect((await ticket()).textContent).toMatch(/PasswordNone/);
});

test.each([
  ['its owner alone', {}, 'ada', 'Only you can see this share'],
  [
    'its owner and the members of the inbox that it came through',
    { aliasId: 'inbox', aliasName: 'Applications', album: null },
    'ada',
    'Only you and the members of Applications can see this share',
  ],
  [
    'the same, for a member',
    { aliasId: 'inbox', aliasName: 'Applications' },
    'bea',
    'Only ada and the members of Applications can see this share',
  ],
])('a draft says who sees it: %s', async (_who, over, login, said) => {
  open(over, { id: login, login, admin: false });
  await screen.findByRole('heading', { name: said, hidden: true });
});

test('the note’s editor opens, shows a preview, saves, and asks before it is left', async () => {
  const { person, did } = open();
  await person.click(await button('Add a message'));
  const note = await screen.findByRole('textbox', { name: 'Message' });
  screen.getByRole('link', { name: 'Markdown help' });
  await person.type(note, '*Calm* sea');
  await person.click(screen.getByRole('radio', { name: 'Both' }));
  const preview = await screen.findByRole('region', { name: 'Preview' });
  await within(preview).findByText('Calm', { selector: 'em' });
  await person.click(await button('Save'));
  await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Message' })).toBeNull());
  expect(bodies(did.noted)).toEqual([expect.objectContaining({ value: '*Calm* sea' })]);
  await person.click(await button('Edit message'));
  await person.type(await screen.findByRole('textbox', { name: 'Message' }), ', and more');
  await person.click(await button('Cancel'));
  await person.click(await button('Discard'));
  await screen.findByText('Calm', { selector: 'em' });
  expect(did.noted).toHaveLength(1);
});

test('a note that is being written is there when the page comes again', async () => {
  const first = open();
  await first.person.click(await button('Add a message'));
  await first.person.type(await screen.findByRole('textbox', { name: 'Message' }), '# Harbour');
  const { id } = sampleShare();
  cleanup();
  mount(first.page);
  expect((await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Message' })).value).toBe(
    '# Harbour',
  );
  sessionStorage.removeItem(`slipway-note-draft-${id}`);
});

test('a draft gets a link, which is turned off and back on, or replaced after a question', async () => {
  const { person, did } = open();
  await person.click(await tab('Link'));
  await screen.findByText('This share isn’t published, so it has no link.');
  expect(screen.queryByRole('button', { name: 'Copy link' })).toBeNull();
  await person.click(await button('Get a link'));
  await ticket();
  await person.click(await button('New link'));
  const question = await screen.findByRole('alertdialog', { name: 'Replace the link?' });
  await person.click(within(question).getByRole('button', { name: 'Keep the old link' }));
  expect(bodies(did.published)).toEqual([{ reuseId: true }]);
  await person.click(await button('New link'));
  const again = await screen.findByRole('alertdialog');
  await person.click(within(again).getByRole('button', { name: 'New link' }));
  await waitFor(() => expect(bodies(did.published)[1]).toEqual({ reuseId: false }));
  await person.click(await tab('Details'));
  const panel = await screen.findByRole('tabpanel', { name: 'Details' });
  await person.click(within(panel).getByRole('button', { name: 'Turn off the link' }));
  await person.click(await button('Publish with a new link'));
  await waitFor(() => expect(bodies(did.published)[2]).toEqual({ reuseId: false }));
  expect(did.withdrawn).toHaveLength(1);
});

test('a link that was turned off by mistake goes on with its end as it was', async () => {
  const { person, did } = open({ publishInfo: sampleLink() });
  await person.click(await button('Turn off the link'));
  await screen.findByText('The link is turned off.');
  await person.click(await button('Undo'));
  await ticket();
  expect(bodies(did.published)).toEqual([{ reuseId: true, keepsEnd: true }]);
  expect(screen.queryByText('The link is turned off.')).toBeNull();
});

test('a link whose views are used up gets more by one press', async () => {
  const { person, did } = open({ maxViews: 1, publishInfo: sampleLink({ views: 1 }) });
  await screen.findByText('Used up');
  await button('Turn off the link');
  await person.click(await button('+ 10 views'));
  await waitFor(() => expect(bodies(did.views)).toEqual([{ value: 11 }]));
  await waitFor(async () => expect((await ticket()).textContent).toContain('1 of 11'));
});

test('a link that was opened more often than it may be by now opens again by one press', async () => {
  const { person, did } = open({ maxViews: 5, publishInfo: sampleLink({ views: 40 }) });
  await person.click(await button('+ 10 views'));
  await waitFor(() => expect(bodies(did.views)).toEqual([{ value: 50 }]));
  await screen.findByText('Live');
});

test('a link that has expired says so and is published again by one press', async () => {
  const ended = { expired: true, publishDate: noon - 2 * day, publishUntil: noon - day };
  const { person, did } = open({ publishInfo: sampleLink(ended) });
  await screen.findByText(/^This link has expired\./);
  await button('Turn off the link');
  await person.click(await button('Publish again'));
  await screen.findByText('Live');
  expect(bodies(did.published)).toEqual([{ reuseId: true }]);
});

test('the link is as it opens, on its button, on the clipboard and in its QR code', async () => {
  const { person } = open({ publishInfo: sampleLink() });
  const leadsTo = async () => (await screen.findByRole('link', { name: 'Open' })).getAttribute('href');
  const address = '/app/open/link-0123456789abcdef';
  expect(await leadsTo()).toMatch(new RegExp(`${address}$`));
  await person.click(await tab('Link'));
  const panel = await screen.findByRole('tabpanel', { name: 'Link' });
  const code = async () => {
    const images = await screen.findAllByRole('img', { name: 'QR code of the link' });
    return images.map((image) => [...image.querySelectorAll('path')].at(-1)?.getAttribute('d')).join();
  };
  const asList = await code();
  await person.click(within(panel).getByRole('radio', { name: 'Cards' }));
  expect(await leadsTo()).toMatch(new RegExp(`${address}\\?view=2$`));
  await waitFor(async () => expect(await code()).not.toBe(asList));
  await person.click(await button('Copy link'));
  await button('Link copied');
  expect(await navigator.clipboard.readText()).toBe(`http://localhost:3000${address}?view=2`);
  await person.click(within(panel).getByRole('radio', { name: 'List' }));
  expect(await leadsTo()).toMatch(new RegExp(`${address}$`));
});

test('details tell the history of a link once there is one, with dashes before', async () => {
  const fact = (name: string) =>
    screen.getAllByText(name, { selector: 'dt' }).at(-1)?.nextElementSibling?.textContent;
  const { person, did } = open();
  await person.click(await tab('Details'));
  await button('Edit Name');
  expect(fact('Files')).toBe('1 file · 500B');
  expect(fact('Created by')).toBe('ada');
  expect(fact('Created')).toContain('2026');
  for (const name of ['Published', 'Ends', 'Last access', 'Views']) expect(fact(name)).toBe('–');
  await person.click(await button('Get a link'));
  await waitFor(() => expect(fact('Published')).toContain('1 Mar 2026'));
  expect(fact('Ends')).toBe('2 March 2026 at 12:00 UTC');
  expect([fact('Last access'), fact('Views')]).toEqual(['–', '0']);
  expect(did.published).toHaveLength(1);
});

test('a link that has ended is not mailed to all, only to new recipients', async () => {
  const { person } = open({ maxViews: 1, publishInfo: sampleLink({ views: 1 }) });
  await person.click(await tab('Link'));
  await person.click(await button('Send by e-mail'));
  expect(document.activeElement).toBe(await screen.findByRole('textbox', { name: 'Recipients' }));
  expect(screen.queryByRole('checkbox', { name: 'One link for all' })).toBeNull();
  await person.click(await button('+ 10 views'));
  await screen.findByRole('checkbox', { name: 'One link for all' });
});

test('the failure of an action on a link is shown until the next one', async () => {
  const { person, server } = open({ publishInfo: sampleLink() });
  server.on(share.publish, () => refusal('server.unavailable'));
  await person.click(await tab('Link'));
  await person.click(await button('Publish again'));
  const { message } = refusal('server.unavailable');
  await screen.findByText(message);
  await person.click(await button('Turn off the link'));
  await screen.findByRole('heading', { name: 'Only you can see this share' });
  expect(screen.queryByText(message)).toBeNull();
});

test('where mail is off its buttons are there and disabled', async () => {
  const { person } = open({ publishInfo: sampleLink() }, ada, false);
  const isOff = async (name: string) => ((await button(name)) as HTMLButtonElement).disabled;
  expect(await isOff('Recipients')).toBe(true);
  await person.click(await tab('Link'));
  expect(await isOff('Send by e-mail')).toBe(true);
  expect(await isOff('Copy link')).toBe(false);
});

test('a day on which the link ends is saved, and the form closes', async () => {
  const { person, server } = open({ until: noon + 3 * day });
  const until = server.on(share.setUntil, () => ({}));
  await person.click(await tab('Details'));
  await person.click(await button('Edit Validity'));
  const last = screen.getByLabelText<HTMLInputElement>('Last day');
  expect(last.value).toBe('2026-03-04');
  await person.clear(last);
  await person.type(last, '2026-03-08');
  await person.click(await button('Save'));
  await waitFor(() => expect(screen.queryByLabelText('Last day')).toBeNull());
  expect(bodies(until)).toEqual([{ value: Date.UTC(2026, 2, 8, 23, 59) }]);
});
