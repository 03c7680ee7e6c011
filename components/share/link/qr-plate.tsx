'use client';

import dynamic from 'next/dynamic';
import { useTranslations } from 'next-intl';
import { AfterLoad } from '@/components/app/after-load';

const loadCode = () => import('./qr-code').then((part) => part.QrCode);
const QrCode = dynamic(loadCode, { ssr: false });

export function QrPlate({ link }: { link: string }) {
  const t = useTranslations('share.detail.ticket');
  const side = qrSide(link);
  if (side === null) return <p className="w-42 text-center text-sm text-muted">{t('qrFailed')}</p>;
  return (
    <div
      style={{ width: side }}
      className="aspect-square max-w-full shrink-0 overflow-clip rounded-control bg-white"
    >
      <AfterLoad load={loadCode}>
        <QrCode link={link} side={side} />
      </AfterLoad>
    </div>
  );
}

/** Behind a perforation; not on phones. */
export const stubLook =
  'relative hidden max-w-1/2 shrink-0 border-l border-dashed border-line before:absolute before:-top-2 before:-left-2 before:size-4 before:rounded-full before:bg-canvas before:ring-1 before:ring-line after:absolute after:-bottom-2 after:-left-2 after:size-4 after:rounded-full after:bg-canvas after:ring-1 after:ring-line md:flex';

export function QrStub({ link }: { link: string }) {
  return (
    <div className={`${stubLook} items-center justify-center p-7`}>
      <QrPlate link={link} />
    </div>
  );
}

/** Collapsed on phones, where the code is only for showing to others. */
export function PhoneQr({ link }: { link: string }) {
  const t = useTranslations('share.detail.ticket');
  return (
    <details className="group mt-1 md:hidden">
      <summary className="inline-flex h-11 cursor-pointer items-center rounded-control text-sm text-muted underline decoration-faint underline-offset-4 hover:text-ink [&::-webkit-details-marker]:hidden">
        <span className="group-open:hidden">{t('showQr')}</span>
        <span className="hidden group-open:inline">{t('hideQr')}</span>
      </summary>
      <div className="mt-3 flex justify-center">
        <QrPlate link={link} />
      </div>
    </details>
  );
}

/** Capacity in bytes of QR versions 1 to 40 at error correction level Q (ISO/IEC 18004). */
const bytesOf = [
  11, 20, 32, 46, 60, 74, 86, 108, 130, 151, 177, 203, 241, 258, 292, 322, 364, 394, 442, 482, 509, 565, 611,
  661, 715, 751, 805, 868, 908, 982, 1030, 1112, 1168, 1228, 1283, 1351, 1423, 1499, 1579, 1663,
];

const pxPerModule = 5;
const quietModules = 4;

/** Side length in pixels including the quiet zone; null when the link is too long. */
export function qrSide(link: string): number | null {
  const { length } = new TextEncoder().encode(link);
  const index = bytesOf.findIndex((bytes) => length <= bytes);
  return index < 0 ? null : (21 + 4 * index + 2 * quietModules) * pxPerModule;
}
