'use client';

import { useTranslations } from 'next-intl';
import { QRCodeSVG } from 'qrcode.react';

/** Black on white in every theme, because many scanners can't read an inverted code. */
export function QrCode({ link, side }: { link: string; side: number }) {
  const t = useTranslations('share.detail.ticket');
  return (
    <QRCodeSVG
      value={link}
      level="Q"
      boostLevel={false}
      marginSize={4}
      bgColor="#fff"
      fgColor="#000"
      size={side}
      title={t('qr')}
      role="img"
      className="h-auto max-w-full"
    />
  );
}
