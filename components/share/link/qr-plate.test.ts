import { NextIntlClientProvider } from 'next-intl';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import messages from '@/messages/en.json';
import { QrCode } from './qr-code';
import { QrPlate } from './qr-plate';

const drawn = (part: typeof QrPlate, link: string): string => {
  const words = { locale: 'en-GB', timeZone: 'UTC', messages } as const;
  return renderToStaticMarkup(
    // biome-ignore lint/correctness/noChildrenProp: the provider's type demands it there.
    createElement(NextIntlClientProvider, { ...words, children: createElement(part, { link }) }),
  );
};

test('a link too long for any QR code is told in words', () => {
  const longest = `https://${'x'.repeat(1655)}`;
  expect(drawn(QrCode, longest)).toContain('<svg');
  expect(drawn(QrPlate, longest)).not.toContain('Error');
  expect(drawn(QrPlate, `${longest}x`)).toContain('Error while encoding to QRCode.');
});
