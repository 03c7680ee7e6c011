'use client';

import { useTranslations } from 'next-intl';
import { QRCodeSVG } from 'qrcode.react';

/** Black on white in every theme: many scanners can't read an inverted code. */
export function QrCode({ link }: { link: string }) {
  const t = useTranslations('share.detail.ticket');
  return (
    <QRCodeSVG
      value={link}
      level="Q"
      marginSize={4}
      bgColor="#fff"
      fgColor="#000"
      size={168}
      title={t('qr')}
      role="img"
      className="h-auto w-full"
    />
  );
}
