import { NextIntlClientProvider } from 'next-intl';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import messages from '@/messages/en.json';
import { QrPlate } from './qr-plate';

const drawn = (link: string): string => {
  const words = { locale: 'en-GB', timeZone: 'UTC', messages } as const;
  return renderToStaticMarkup(
    // biome-ignore lint/correctness/noChildrenProp: the provider's type demands it there.
    createElement(NextIntlClientProvider, { ...words, children: createElement(QrPlate, { link }) }),
  );
};

test('a link too long for any QR code is told in words', () => {
  const longest = `https://${'x'.repeat(1655)}`;
  expect(drawn(longest)).toContain('<svg');
  expect(drawn(`${longest}x`)).not.toContain('<svg');
  expect(drawn(`${longest}x`)).toContain('Error while encoding to QRCode.');
});
