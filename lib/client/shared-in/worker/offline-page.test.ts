import { expect, test } from 'vitest';
import { offlinePage } from './offline-page';

test.each([
  [['de-AT', 'en'], 'de', 'Sie sind offline'],
  [['xx', 'pt-BR'], 'pt', 'Você está offline'],
  [['xx'], 'en', 'You are offline'],
])('for %j the page without a network is in %s', async (languages, language, title) => {
  const page = offlinePage(languages);
  const text = await page.text();
  expect([page.status, page.headers.get('content-security-policy')]).toEqual([
    503,
    "default-src 'none'; style-src 'unsafe-inline'",
  ]);
  expect(text).toContain(`<html lang="${language}">`);
  expect(text).toContain(`<h1>${title}</h1>`);
  expect(text).not.toContain('<script');
});
