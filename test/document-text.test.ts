import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { DocumentText } from '@/components/api-doc/document-page';
import { configurationPage } from '../scripts/lib/config-docs';

const shown = (text: string) => renderToStaticMarkup(createElement(DocumentText, { area: 'operate', text }));

test('in the running server, too, a setting has an address, and no HTML is shown as text', () => {
  const page = shown(configurationPage());
  expect(page).toContain('<tr id="max_size"');
  expect(page).not.toContain('a id=');
});

test('a heading has an address, and a link to a file that the product lacks is words', () => {
  const page = shown(
    '## Two-factor (2FA)\n\n[the chart](../../deploy/helm/values.yaml), [mail](mail.md#test)',
  );
  expect(page).toContain('<h2 id="two-factor-2fa"');
  expect(page).toContain('the chart, <a href="/api/doc/operate/mail#test">mail</a>');
});
