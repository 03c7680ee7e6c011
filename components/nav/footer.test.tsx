import { cleanup, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { useAppConfig } from '@/lib/client/app-config';
import type { AppConfig } from '@/lib/contract/info';
import { paths } from '@/lib/paths';
import { mount } from '@/testing/screens/mount';
import { Footer } from './footer';

function Bottom({ legal }: { legal: ('imprint' | 'privacy')[] }) {
  return <Footer config={useAppConfig()} isSignedIn={false} legal={legal} />;
}

const open = (config: Partial<AppConfig> = {}, legal: ('imprint' | 'privacy')[] = []) =>
  mount(<Bottom legal={legal} />, { viewer: null, config });
const link = (name: string) => screen.queryByRole('link', { name });

test('the footer leads to the guide by its own word, and the product’s name nowhere while it has no site', () => {
  open({ version: '0.1.0' });
  expect(link('Guide')?.getAttribute('href')).toBe(paths.documentation);
  expect(link('Accessibility')?.getAttribute('href')).toBe(paths.accessibility);
  screen.getByText(/^Slipway 0\.1\.0 /);
  expect(link('Slipway')).toBeNull();
});

test('the name in the footer leads to the project’s site, in a tab of its own', () => {
  open({ projectUrl: 'https://example.org/slipway' });
  const [name, rest] = screen.getAllByRole('link');
  expect(name?.getAttribute('href')).toBe('https://example.org/slipway');
  for (const each of [name, rest])
    expect([each?.getAttribute('target'), each?.getAttribute('rel')]).toEqual(['_blank', 'noopener']);
});

test('the operator’s text takes the place of name and guide, and legal pages follow', () => {
  open({ footerText: 'From **the harbour**' }, ['imprint']);
  expect(screen.getByText('the harbour').tagName).toBe('STRONG');
  expect(link('Guide')).toBeNull();
  expect(link('Imprint')?.getAttribute('href')).toBe(paths.legal('imprint'));
});

test('the mark that moves to the footer has the server’s name beside it, which stands there once', () => {
  const named = () => screen.queryAllByText(/Slipway/).length;
  open({ version: '0.1.0' });
  expect(named()).toBe(1);
  cleanup();
  open({ footerText: 'From **the harbour**' });
  expect(named()).toBe(1);
});

test('a hidden footer has the legal pages alone', () => {
  open({ footerVisible: false }, ['privacy']);
  expect(screen.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
    'Accessibility',
    'Privacy',
  ]);
});
