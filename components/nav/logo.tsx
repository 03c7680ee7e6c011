import type { ReactNode } from 'react';
import type { AppConfig } from '@/lib/contract/info';
import { defaultPictures } from '@/lib/domain/look';

type LogoProps = { config: AppConfig; size: 'sm' | 'lg' };

/** The `alt` is empty because the app's name is always next to it. */
export function Logo({ config: { logoUrl, logoUrlDark }, size }: LogoProps) {
  if (logoUrl === defaultPictures.logo) return <BuiltInLogo size={size} />;
  const look = size === 'sm' ? 'h-6 w-auto max-w-24 sm:max-w-40' : 'h-14 w-auto max-w-64';
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

/** The same drawing as public/icon.svg. */
function BuiltInLogo({ size }: { size: 'sm' | 'lg' }) {
  return (
    <svg
      viewBox="0 0 32 32"
      aria-hidden
      className={`shrink-0 stroke-current ${size === 'sm' ? 'size-6' : 'size-11'}`}
      strokeLinejoin="round"
      strokeLinecap="round"
    >
      <g transform="rotate(-18 16 16)">
        <path
          d="M3.5 10.5H29.5C28 15.5 24.5 18.5 19.5 18.5H9.5C5.8 18.5 3.9 15.5 3.5 10.5Z"
          fill="currentColor"
          strokeWidth="2"
        />
        <path d="M.5 24H26" strokeWidth="3.2" />
      </g>
    </svg>
  );
}

type MastheadProps = { config: AppConfig; title: string; children?: ReactNode };

export function Masthead({ config, title, children }: MastheadProps) {
  return (
    <div className="mb-8 flex flex-col items-center gap-4 text-center">
      <Logo config={config} size="lg" />
      <h1 className="text-2xl font-semibold tracking-tight text-balance wrap-anywhere">{title}</h1>
      {children}
    </div>
  );
}
