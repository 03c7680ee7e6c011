import { screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { doctor, type Finding } from '@/lib/contract/admin/doctor';
import { ImitatedServer } from '@/testing/screens/imitated-server';
import { mount } from '@/testing/screens/mount';
import { Doctor } from './doctor';

vi.mock('@/lib/client/probe-from-browser', () => ({ probeFromBrowser: async () => [] }));

const finding = (check: Finding['check'], outcome: Finding['outcome'], code: string): Finding => ({
  check,
  outcome,
  code,
  values: { name: 'files.example.org', url: 'https://files.example.org' },
});

function open(findings: Finding[]) {
  const examination = { findings, now: Date.now(), baseUrl: 'https://files.example.org', probeBytes: 1 };
  new ImitatedServer().on(doctor.examine, () => examination);
  mount(<Doctor />, { url: '/app/doctor' });
}

const rowOf = async (name: RegExp) => {
  const heading = await screen.findByRole('heading', { name });
  return within(heading.closest('li') as HTMLElement);
};
const wayFrom = async (name: RegExp) =>
  (await rowOf(name)).queryByRole('link', { name: 'Open the setting' })?.getAttribute('href');

test('the doctor marks unset things and links to their field; fine ones and those without a field lead nowhere', async () => {
  open([
    finding('mail', 'skipped', 'off'),
    finding('baseUrl', 'fine', 'fine'),
    finding('directory', 'skipped', 'off'),
    finding('scan', 'skipped', 'off'),
  ]);
  expect(await wayFrom(/^Mail/)).toBe('/app/server/mail');
  expect(await wayFrom(/^Directory/)).toBe('/app/server/signin#directory');
  expect(await wayFrom(/^Address/)).toBeUndefined();
  expect(await wayFrom(/^Virus scan/)).toBeUndefined();
  expect((await rowOf(/^Virus scan/)).getByText('Not set up (CLAMD).')).toBeDefined();
  expect(screen.getByText('Nothing needs your attention.')).toBeDefined();
});
