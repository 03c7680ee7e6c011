import { screen, within } from '@testing-library/react';
import type { ComponentProps } from 'react';
import { expect, test } from 'vitest';
import { doctor, type Finding } from '@/lib/contract/admin/doctor';
import { oversight } from '@/lib/contract/admin/oversight';
import { ImitatedServer } from '@/testing/screens/imitated-server';
import { mount } from '@/testing/screens/mount';
import { Overview } from './overview';
import { OverviewHealth } from './overview-health';

const finding = (check: Finding['check'], outcome: Finding['outcome'], code: string): Finding => ({
  check,
  outcome,
  code,
  values: { name: 'files.example.org', url: 'https://files.example.org', status: '404' },
});

type Shown = Partial<ComponentProps<typeof Overview>> & { reports?: number; findings?: Finding[] };

function open({ reports = 0, findings = [], ...over }: Shown = {}) {
  const server = new ImitatedServer();
  server.on(oversight.reports, () => ({ items: [], total: reports }));
  server.on(doctor.examine, () => ({
    findings,
    now: 0,
    baseUrl: 'https://files.example.org',
    probeBytes: 1,
  }));
  const figures = { accounts: 12, usedBytes: 303_000_000, freeBytes: 41e9, links: 10_000, inboxes: 4 };
  return mount(
    <Overview {...figures} version="0.1.0" newer={null} {...over}>
      <OverviewHealth />
    </Overview>,
  );
}

const figures = () =>
  within(screen.getAllByRole('list')[0] as HTMLElement)
    .getAllByRole('link')
    .map((link) => [link.textContent, link.getAttribute('href')]);

test('the overview has a figure for each room of the admins, and leads there', async () => {
  open({ reports: 2 });
  await screen.findByText('2');
  expect(figures()).toEqual([
    ['Accounts 12 ', '/app/account'],
    ['Storage used 289 MB 38.2 GB free', '/app/account?sort=space&order=desc'],
    ['Active links 10,000+ ', '/app/oversight?state=live&sort=ends'], // counted no further
    ['Active inboxes 4 ', '/app/oversight/inboxes?state=on'],
    ['Reports waiting 2 ', '/app/oversight/reports'],
  ]);
});

test('storage without an end has no free space, and a newer version is told', () => {
  open({ freeBytes: null, newer: { version: '0.2.0', url: null } });
  expect(figures()[1]?.[0]).toBe('Storage used 289 MB ');
  const way = screen.getByRole('link', { name: 'Version 0.2.0 is available' });
  expect(way.getAttribute('href')).toBe('/app/doctor');
});

test('checks that need somebody are there, with the way to their field; all others only on their page', async () => {
  open({
    findings: [
      finding('baseUrl', 'failure', 'other'),
      finding('mail', 'skipped', 'off'),
      finding('database', 'fine', 'fine'),
    ],
  });
  const health = within(screen.getByRole('region', { name: 'Health' }));
  await health.findByText('1 thing needs your attention.');
  expect(health.getAllByRole('heading', { level: 3 })).toHaveLength(1);
  expect(health.getByRole('link', { name: 'Open the setting' }).getAttribute('href')).toBe(
    '/app/server#address',
  );
  expect(health.getByRole('link', { name: 'All checks' }).getAttribute('href')).toBe('/app/doctor');
});

test('where all is fine, no check is listed', async () => {
  open();
  await screen.findByText('Nothing needs your attention.');
  expect(screen.queryAllByRole('heading', { level: 3 })).toEqual([]);
});
