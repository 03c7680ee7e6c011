'use client';

import Link from 'next/link';
import { useAppConfig } from '@/lib/client/app-config';
import { useSession } from '@/lib/client/session';
import { paths } from '@/lib/paths';
import { BrandIcon } from './brand-icon';

/** Logo and name: home for who is signed in, the login page for others. */
export function Brand() {
  const { appName } = useAppConfig();
  const href = useSession() ? paths.home : paths.login();
  return (
    <Link
      href={href}
      className="flex min-w-0 items-center gap-2.5 rounded-control outline-2 outline-offset-4 outline-transparent focus-visible:outline-accent"
    >
      <BrandIcon />
      <span className="truncate text-[15px] font-semibold tracking-tight">{appName}</span>
    </Link>
  );
}
