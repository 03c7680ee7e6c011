'use client';

import { useRouter } from 'next/navigation';
import { useTimeZone } from 'next-intl';
import { useEffect } from 'react';

type FollowChoicesProps = {
  choices: { language: string | null; theme: string | null; timezone: string | null };
};

/**
 * Copies the account's choices into this browser's cookies, so that calls and signed-out pages use them. Refreshes the
 * page after setting an automatic time zone.
 */
export function FollowChoices({ choices: { language, theme, timezone } }: FollowChoicesProps) {
  const router = useRouter();
  const drawn = useTimeZone();
  useEffect(() => {
    import('./store-choices').then(
      ({ storeChoices }) => storeChoices({ language, theme, timezone }, drawn) && router.refresh(),
      () => undefined, // the next page follows
    );
  }, [language, theme, timezone, drawn, router]);
  return null;
}
