import type { PublicConfig } from '@/lib/contract/config';
import { Mark } from './mark';

type LogoProps = { config: PublicConfig; size: 'sm' | 'lg' };

/** The operator's picture, one for each theme, or our own sign. Beside the name it says nothing new. */
export function Logo({ config: { logoUrl, logoUrlDark }, size }: LogoProps) {
  const light = logoUrl ?? logoUrlDark;
  if (!light) return <Mark size={size} />;
  const dark = logoUrlDark ?? light;
  const look = size === 'sm' ? 'h-6 w-auto max-w-40' : 'h-14 w-auto max-w-64';
  return dark === light ? (
    <Picture src={light} look={look} />
  ) : (
    <>
      <Picture src={light} look={`${look} dark:hidden`} />
      <Picture src={dark} look={`${look} hidden dark:block`} />
    </>
  );
}

function Picture({ src, look }: { src: string; look: string }) {
  // biome-ignore lint/performance/noImgElement: the operator's picture is shown as it is
  return <img src={src} alt="" className={`object-contain ${look}`} />;
}
