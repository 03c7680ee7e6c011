import { NextIntlClientProvider } from 'next-intl';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import messages from '@/messages/en.json';
import { QrCode } from './qr-code';
import { QrPlate, qrSide } from './qr-plate';

const drawn = (part: typeof QrPlate | typeof QrCode, link: string): string => {
  const words = { locale: 'en-GB', timeZone: 'UTC', messages } as const;
  const children = createElement(part, { link, side: qrSide(link) ?? 0 });
  return renderToStaticMarkup(createElement(NextIntlClientProvider, { ...words, children }));
};

test('a link too long for any QR code is told in words', () => {
  const longest = `https://${'x'.repeat(1655)}`;
  expect(drawn(QrCode, longest)).toContain('<svg');
  expect(drawn(QrPlate, longest)).not.toContain('Error');
  expect(drawn(QrPlate, `${longest}x`)).toContain('Error while encoding to QRCode.');
});

test.each([1, 11, 12, 60, 61, 86, 87, 130, 241, 322, 509, 805, 1112, 1351, 1579, 1663])(
  'the code of a link of %i bytes has 5 px a module, the quiet zone and level Q alone',
  (bytes) => {
    const link = `h${'ü'.repeat((bytes - 1) / 2)}`.padEnd(bytes - Math.floor((bytes - 1) / 2), 'x');
    const [, width, modules] = /width="(\d+)".*viewBox="0 0 (\d+) /.exec(drawn(QrCode, link)) ?? [];
    expect(Number(width)).toBe(5 * Number(modules));
    expect(qrSide(link)).toBe(Number(width));
  },
);
