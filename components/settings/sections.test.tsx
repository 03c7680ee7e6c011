import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { factor } from '@/lib/contract/factor';
import { mail } from '@/lib/contract/mail';
import { passkey } from '@/lib/contract/passkey';
import { session, type TokenItem, token } from '@/lib/contract/session';
import { settings } from '@/lib/contract/settings';
import { webhook } from '@/lib/contract/webhook';
import { ImitatedServer, refusal } from '@/testing/screens/imitated-server';
import { ada, mount } from '@/testing/screens/mount';
import { AccessSection } from './access/access-section';
import { EmailSection } from './email-section';
import { FactorSection } from './factor-section';
import { PasskeySection } from './passkey-section';
import { SessionsSection } from './sessions-section';
import { WebhooksSection } from './webhook/webhooks-section';

const march = Date.UTC(2026, 2, 1, 12);
const button = (name: string | RegExp) => screen.findByRole('button', { name });
const heading = (name: string) => screen.getByRole('heading', { name });
const focused = (element: Element | null) => waitFor(() => expect(document.activeElement).toBe(element));

async function confirm(person: ReturnType<typeof mount>['person'], name: string) {
  await person.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
}

const bea = { ...ada, admin: false };

test('ended sessions pass the focus on to the next one, and in the end to the heading', async () => {
  const server = new ImitatedServer();
  const one = { browser: 'Firefox', system: 'Linux', address: null, created: march, lastSeen: march };
  let items = ['own', 'a', 'b'].map((id) => ({ ...one, id, current: id === 'own' }));
  server.on(session.list, () => ({ items }));
  const ended = server.on(session.end, ({ params }) => {
    items = items.filter(({ id }) => id !== params.id);
    return {};
  });
  server.on(session.endOthers, () => {
    items = items.filter(({ current }) => current);
    return {};
  });
  const { person } = mount(<SessionsSection />);
  const ends = () => screen.queryAllByRole('button', { name: /^End the session of/ });
  await waitFor(() => expect(ends()).toHaveLength(2));
  ends()[0]?.focus();
  await person.keyboard('{Enter}');
  await waitFor(() => expect(ends()).toHaveLength(1));
  expect(ended.map(({ params }) => params.id)).toEqual(['a']);
  await focused(ends()[0] ?? null);
  await person.click(await button('End all others'));
  await confirm(person, 'Yes, end them');
  await waitFor(() => expect(ends()).toHaveLength(0));
  await focused(heading('Sessions'));
  await screen.findByText('All other sessions ended.');
});

function openFactor() {
  const server = new ImitatedServer();
  let since: number | null = march;
  server.on(factor.get, () => ({ available: true, required: false, since, recoveryLeft: 9 }));
  server.on(factor.renew, () => ({ recoveryCodes: ['aaaaa-bbbbb'] }));
  server.on(factor.remove, () => {
    since = null;
    return {};
  });
  return { server, ...mount(<FactorSection />) };
}

test('forms of the second factor give the focus back to what opened them', async () => {
  const { person } = openFactor();
  await person.click(await button('New recovery codes'));
  await focused(screen.getByLabelText('Current password'));
  await person.click(await button('Cancel'));
  await focused(await button('New recovery codes'));
  await person.keyboard('{Enter}');
  await person.type(screen.getByLabelText('Current password'), 'a password');
  await person.type(screen.getByLabelText('Code or recovery code'), '123456{Enter}');
  await screen.findByText('aaaaa-bbbbb');
  await person.click(await button('I have saved them'));
  await focused(await button('New recovery codes'));
});

test('a factor that is turned off leaves the focus at its heading', async () => {
  const { person } = openFactor();
  await person.click(await button('Turn off'));
  await person.type(screen.getByLabelText('Current password'), 'a password');
  await person.type(screen.getByLabelText('Code or recovery code'), '123456{Enter}');
  await button('Set up');
  await focused(heading('Second factor'));
});

test('the form of a new passkey gives the focus back', async () => {
  const server = new ImitatedServer();
  server.on(passkey.list, () => ({ available: true, offered: true, asksCode: false, items: [] }));
  const { person } = mount(<PasskeySection />);
  await person.click(await button('Add a passkey'));
  await screen.findByLabelText('Current password');
  await person.click(await button('Cancel'));
  await focused(await button('Add a passkey'));
});

test('access tokens: the new one gives the focus back, a revoked one passes it on', async () => {
  const server = new ImitatedServer();
  const made = (name: string): TokenItem => ({
    id: `id-${name}`,
    name,
    scopes: ['read'],
    networks: [],
    created: march,
    until: march + 60_000_000,
    lastUsed: null,
    address: null,
  });
  let items = [made('b'), made('a')];
  server.on(token.list, () => ({ items }));
  server.on(token.create, () => {
    items = [made('c'), ...items];
    return { token: `slw_${'a'.repeat(50)}` };
  });
  server.on(token.revoke, ({ params }) => {
    items = items.filter(({ id }) => id !== params.id);
    return {};
  });
  const { person } = mount(<AccessSection />, { viewer: bea });
  await person.click(await button('New access token'));
  await person.type(await screen.findByLabelText('Name'), 'c{Enter}');
  await person.click(await button('Done'));
  await focused(await button('New access token'));
  for (const [name, next] of [
    ['c', 'b'],
    ['b', 'a'],
  ]) {
    await person.click(await button(`Revoke ${name}`));
    await confirm(person, 'Yes, revoke it');
    await waitFor(() => expect(screen.queryByRole('button', { name: `Revoke ${name}` })).toBeNull());
    await focused(await button(`Revoke ${next}`));
  }
  await person.keyboard('{Enter}');
  await confirm(person, 'Yes, revoke it');
  await screen.findByText('You have no access tokens.');
  await focused(heading('Access'));
});

test('a webhook that isn’t made gives the focus back', async () => {
  new ImitatedServer().on(webhook.list, () => ({ items: [], asks: [] }));
  const { person } = mount(<WebhooksSection />);
  await person.click(await button('New webhook'));
  await person.click(await button('Cancel'));
  await focused(await button('New webhook'));
});

/** @param hasPassword the address then needs it */
function openEmail(email: string | null, { viewer = bea, hasPassword = false } = {}) {
  const server = new ImitatedServer();
  let current = { email, verified: false, pending: null as string | null };
  server.on(settings.getEmail, () => current);
  server.on(settings.hasPassword, () => (hasPassword ? {} : refusal('settings.noPassword')));
  const sent = server.on(settings.setEmail, ({ body }) => {
    const { email } = body as { email: string };
    current = hasPassword ? { ...current, pending: email } : { ...current, email: email || null };
    return { pending: hasPassword, message: 'Done.' };
  });
  return { server, sent, ...mount(<EmailSection />, { viewer, config: { mailEnabled: true } }) };
}

const address = () => screen.findByLabelText<HTMLInputElement>('E-mail address');

test('the e-mail address is saved, and an empty one is removed; what is none is told in place', async () => {
  const { person, sent } = openEmail(null);
  const field = await address();
  const save = await button('Save e-mail');
  await person.click(save);
  screen.getByText('E-Mail has not changed.');
  await person.type(field, 'nobody');
  await person.click(save);
  screen.getByText('This is not an e-mail address.');
  expect(sent).toEqual([]);
  await person.clear(field);
  await person.type(field, 'ada@example.org');
  await person.click(save);
  await waitFor(() => expect(sent[0]?.body).toMatchObject({ email: 'ada@example.org', was: null }));
  await person.clear(field);
  await person.click(save);
  await waitFor(() => expect(sent[1]?.body).toMatchObject({ email: '', was: 'ada@example.org' }));
});

test('an address that waits for its link says so, and the focus stays at the field', async () => {
  const { person, sent } = openEmail(null, { hasPassword: true });
  await person.type(await address(), 'ada@example.org');
  await person.type(await screen.findByLabelText('Current password'), 'a password{Enter}');
  await screen.findByText(/ada@example\.org/);
  expect(sent[0]?.body).toMatchObject({ email: 'ada@example.org', password: 'a password' });
  expect(screen.queryByLabelText('Current password')).toBeNull();
  await focused(await address());
});

test('an admin with an address has a test mail sent, and nobody else is offered one', async () => {
  const name = 'Send me a test e-mail';
  openEmail('bea@example.org');
  await address();
  expect(screen.queryByRole('button', { name })).toBeNull();
  cleanup();
  const { server, person } = openEmail('ada@example.org', { viewer: ada });
  const asked = server.on(mail.test, () => ({}));
  await person.click(await button(name));
  await screen.findByText('Test e-mail sent.');
  expect(asked).toHaveLength(1);
});
