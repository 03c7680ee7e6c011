import { screen } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { oversight } from '@/lib/contract/admin/oversight';
import { auth } from '@/lib/contract/auth';
import type { AppConfig } from '@/lib/contract/info';
import { share } from '@/lib/contract/share/share';
import { paths } from '@/lib/paths';
import { ImitatedServer } from '@/testing/screens/imitated-server';
import { ada, mount } from '@/testing/screens/mount';
import { UserMenu } from './user-menu';

function open({ isAdmin = false, reports = 0, config = {} as Partial<AppConfig> } = {}) {
  const server = new ImitatedServer();
  server.on(share.received, () => ({ unread: 0 }));
  server.on(oversight.reports, () => ({ items: [], total: reports }));
  const menu = <UserMenu login="ada" isAdmin={isAdmin} trigger={<button type="button">Account</button>} />;
  return { server, ...mount(menu, { viewer: { ...ada, admin: isAdmin }, config }) };
}

const items = async () => {
  await screen.findByRole('menu');
  return screen.getAllByRole('menuitem');
};
const names = async () => (await items()).map(({ textContent }) => textContent);
const signOutItem = () => screen.findByRole('menuitem', { name: /^Sign out/ });

const forAll = ['Home', 'Shares', 'Received', 'Inboxes', 'New share'];
const own = ['Settings', 'Dark theme', 'Sign out ada'];
const forAdmins = ['Overview', 'Accounts', 'Server', 'Oversight', 'Activity', 'Health'];

test('the menu has every way there is', async () => {
  open();
  expect(await names()).toEqual([...forAll, ...own]);
  const ways = (await items()).flatMap((item) => item.getAttribute('href') ?? []);
  const { home, shares, received, aliases, newShare, settings } = paths;
  expect(ways).toEqual([home, shares, received, aliases, newShare, settings]);
});

test('admins have more of them', async () => {
  open({ isAdmin: true });
  expect(await names()).toEqual([...forAll, ...forAdmins, ...own]);
});

test('invites are a way where people need one, and reports where there are any', async () => {
  open({ isAdmin: true, reports: 2, config: { signupMode: 'invite' } });
  await screen.findByRole('menuitem', { name: '2 reports' });
  expect(await names()).toContain('New invite');
});

test.each<[string, () => Response | Promise<never>]>([
  ['no answer', () => Promise.reject(new TypeError('Failed to fetch'))],
  ['an error', () => new Response('no', { status: 500 })],
  ['a refusal', () => Response.json({ success: false, message: 'no', code: null })],
])('signing out with %s says so, stays, and works later', async (_, answer) => {
  const { server, person } = open();
  const went = vi.spyOn(location, 'assign').mockImplementation(() => undefined);
  onTestFinished(() => went.mockRestore());
  const failed = server.on(auth.logout, answer);
  await person.click(await signOutItem());
  await screen.findByText(/You are still signed in/);
  expect(went).not.toHaveBeenCalled();
  expect(failed).toHaveLength(1);
  const done = server.on(auth.logout, () => ({}));
  await person.click(await signOutItem());
  await expect.poll(() => went.mock.calls).toEqual([['/app/login']]);
  expect(done).toHaveLength(1);
  expect(screen.queryByText(/You are still signed in/)).toBeNull();
});

test('where the page would sign in again at once, nobody signs out', async () => {
  open({ config: { proxyOnly: true } });
  expect((await signOutItem()).getAttribute('aria-disabled')).toBe('true');
});
