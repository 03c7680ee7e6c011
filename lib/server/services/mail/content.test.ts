import { expect, test } from 'vitest';
import { log } from '@/lib/server/log';
import { configWith } from '@/testing/service/mail';
import { letterContent, templateContent } from './content';

const ctx = { config: configWith({}), log: log() };
const url = 'https://files.example.org/app/upload/x';
const buttonsIn = (html: string) =>
  [...html.matchAll(/<a class="(?:action|plain)"[^>]*>([^<]*)/g)].map(([, label]) => label);

test('a stranger’s answer above a link does not become its button', async () => {
  const said = [{ label: 'Why?', value: 'Your mailbox is full, sign in here:' }];
  const deliveries = [{ title: 'Sign in:', url, summary: '1 file', said }];
  const values = { user: 'ada', url, aliasName: 'Inbox', deliveries };
  const { html, text } = await templateContent(ctx, { template: 'arrival', language: 'en', values });
  expect(text).toContain(`sign in here:\n${url}`);
  expect(buttonsIn(html)).toEqual([]);
});

test.each([
  ['share', 'View files'],
  ['alias', 'Upload files'],
  ['firstDownload', 'View share'],
  ['receipt', 'View receipt'],
] as const)('the template %s names its button', async (template, label) => {
  const values = { user: 'ada', url, title: 'Plans', aliasName: 'Inbox' };
  const { html, text } = await templateContent(ctx, { template, language: 'en', values });
  expect(buttonsIn(html)).toEqual([label]);
  expect(text).toContain(`\n\n${label}:\n${url}\n\n`);
  expect(html).toContain(`>${url}</p>`);
});

test('only links to this server become buttons', async () => {
  const text = `View files:\n${url}\n\nSign in:\nhttps://files.example.org.evil.example/\n\nBye`;
  const { html } = await letterContent(ctx, { subject: 'Plans', text, language: 'en' });
  expect(buttonsIn(html)).toEqual(['View files']);
  expect(html).toMatch(/<a href="https:\/\/files\.example\.org\.evil\.example\/"/);
});

test('what a person wrote below a link is no fine print, as a template’s end is', async () => {
  const text = `View files:\n${url}\n\nSee you on Friday.`;
  const { html } = await letterContent(ctx, { subject: 'Plans', text, language: 'en' });
  expect(html).not.toMatch(/class="muted"[^>]*>See you/);
});
