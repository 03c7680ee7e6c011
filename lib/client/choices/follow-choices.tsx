'use client';

import { useRouter } from 'next/navigation';
import { useTimeZone } from 'next-intl';
import { useEffect } from 'react';

type FollowChoicesProps = {
  choices: { language: string | null; theme: string | null; timezone: string | null };
};

/**
 * Brings what the account has chosen into this browser, so that answers of calls and the pages after signing out
 * are the same. An automatic time zone is told to the server, which then draws the page anew. Visitors, who have no
 * account, are spared the script.
 */
export function FollowChoices({ choices: { language, theme, timezone } }: FollowChoicesProps) {
  const router = useRouter();
  const drawn = useTimeZone();
  useEffect(() => {
    import('./follow').then(
      ({ follow }) => follow({ language, theme, timezone }, drawn) && router.refresh(),
      () => undefined, // the next page follows
    );
  }, [language, theme, timezone, drawn, router]);
  return null;
}
