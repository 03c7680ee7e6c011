'use client';

import { useTranslations } from 'next-intl';
import { QRCodeSVG } from 'qrcode.react';
import { qrSide } from './qr-size';

/** Black on white in every theme, because many scanners can't read an inverted code. */
export function QrCode({ link }: { link: string }) {
  const t = useTranslations('share.detail.ticket');
  return (
    <QRCodeSVG
      value={link}
      level="Q"
      boostLevel={false}
      marginSize={4}
      bgColor="#fff"
      fgColor="#000"
      size={qrSide(link) ?? 0}
      title={t('qr')}
      role="img"
      className="h-auto max-w-full"
    />
  );
}
