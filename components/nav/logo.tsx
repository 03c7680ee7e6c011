'use client';

import { useAppConfig } from '@/lib/client/app-config';
import { BrandIcon } from './brand-icon';

/** The large logo of the login page: the operator's for each theme, else our mark and the name. */
export function Logo() {
  const { appName, logoUrl, logoUrlDark } = useAppConfig();
  if (logoUrl === null) {
    return (
      <span className="flex items-center gap-3 text-2xl font-semibold tracking-tight [&_svg]:size-9">
        <BrandIcon />
        {appName}
      </span>
    );
  }
  return (
    <>
      {/* biome-ignore lint/performance/noImgElement: a picture of the operator's, shown as it is */}
      <img src={logoUrl} alt={appName} className="max-h-16 dark:hidden" />
      {/* biome-ignore lint/performance/noImgElement: as above */}
      <img src={logoUrlDark ?? logoUrl} alt={appName} className="hidden max-h-16 dark:block" />
    </>
  );
}
