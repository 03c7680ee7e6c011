'use client';

import { useRouter } from 'next/navigation';
import { useTimeZone } from 'next-intl';
import { useEffect } from 'react';
import { cookieNames } from '@/lib/contract/http/names';
import { automaticZone } from '@/lib/domain/time/time-zone';
import { deviceZone } from './device-zone';
import { keepPreference } from './preference';

type FollowChoicesProps = {
  choices: { language: string | null; theme: string | null; timezone: string | null };
};

/**
 * Brings what the account has chosen into this browser, so that answers of calls and the pages after signing out
 * are the same. An automatic time zone is told to the server, which then draws the page anew.
 */
export function FollowChoices({ choices: { language, theme, timezone } }: FollowChoicesProps) {
  const router = useRouter();
  const drawn = useTimeZone();
  useEffect(() => {
    if (language) keepPreference(cookieNames.language, language);
  }, [language]);
  useEffect(() => {
    if (theme) keepPreference(cookieNames.theme, theme);
  }, [theme]);
  useEffect(() => {
    if (timezone !== automaticZone || deviceZone() === drawn) return;
    keepPreference(cookieNames.timezone, deviceZone());
    router.refresh();
  }, [timezone, drawn, router]);
  return null;
}
