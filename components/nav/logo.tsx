import type { AppConfig } from '@/lib/contract/info';
import { ownPictures } from '@/lib/domain/file/own-pictures';
import { Mark } from './mark';

type LogoProps = { config: AppConfig; size: 'sm' | 'lg' };

/** The operator's picture, one for each theme, or our own sign. Beside the name it says nothing new. */
export function Logo({ config: { logoUrl, logoUrlDark }, size }: LogoProps) {
  if (logoUrl === ownPictures.logo) return <Mark size={size} />;
  const look = size === 'sm' ? 'h-6 w-auto max-w-40' : 'h-14 w-auto max-w-64';
  return logoUrlDark === logoUrl ? (
    <Picture src={logoUrl} look={look} />
  ) : (
    <>
      <Picture src={logoUrl} look={`${look} dark:hidden`} />
      <Picture src={logoUrlDark} look={`${look} hidden dark:block`} />
    </>
  );
}

function Picture({ src, look }: { src: string; look: string }) {
  // biome-ignore lint/performance/noImgElement: the operator's picture is shown as it is
  return <img src={src} alt="" className={`object-contain ${look}`} />;
}
