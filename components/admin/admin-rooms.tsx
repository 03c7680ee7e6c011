'use client';

import { clsx } from 'clsx';
import { ChevronDownIcon } from 'lucide-react';
import type { Route } from 'next';
import { usePathname } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { type ReactNode, useId, useState } from 'react';
import { Link } from '@/components/ui/link';
import { adminPaths } from '@/lib/admin-paths';
import { useAppConfig } from '@/lib/client/app-config';
import { useCall } from '@/lib/client/call/use-call';
import { oversight } from '@/lib/contract/admin/oversight';
import { serverRooms } from '@/lib/domain/server-settings';
import { paths } from '@/lib/paths';

type Room = { href: string; label: string; count?: number };
type Part = { title?: string; rooms: Room[] };

type AdminRoomsProps = {
  /** There is a virus scan. */
  hasScan: boolean;
  children: ReactNode;
};

/** All pages of admins in one list: beside the page where there is space, else above it and folded. */
export function AdminRooms({ hasScan, children }: AdminRoomsProps) {
  const t = useTranslations('admin');
  const pathname = usePathname();
  const id = useId();
  const parts = useParts(hasScan);
  const here = roomAt(
    pathname,
    parts.flatMap(({ rooms }) => rooms),
  );
  // Folded again by going somewhere.
  const [openAt, setOpenAt] = useState<string>();
  const isOpen = openAt === pathname;
  return (
    <div data-admin className="xl:grid xl:grid-cols-[12rem_minmax(0,1fr)] xl:gap-x-10">
      <nav
        aria-label={t('label')}
        className="mb-6 text-sm xl:sticky xl:top-20 xl:-ml-3 xl:mb-0 xl:max-h-[calc(100dvh-6rem)] xl:self-start xl:overflow-y-auto print:hidden"
      >
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpenAt(isOpen ? undefined : pathname)}
          className="flex h-10 w-full items-center justify-between gap-2 rounded-control border border-edge bg-raised px-3 sm:w-64 xl:hidden pointer-coarse:h-11"
        >
          <span className="truncate">
            <span className="sr-only">{t('label')}: </span>
            {here?.label}
          </span>
          <ChevronDownIcon aria-hidden className={clsx('size-4 text-muted', isOpen && 'rotate-180')} />
        </button>
        <ul
          id={id}
          className={clsx(
            'flex flex-col gap-3 max-xl:mt-1 max-xl:rounded-card max-xl:border max-xl:border-line max-xl:bg-raised max-xl:p-2 max-xl:shadow-float sm:max-xl:w-64',
            !isOpen && 'max-xl:hidden',
          )}
        >
          {parts.map((part) => (
            <li key={part.rooms[0]?.href}>
              {part.title && <p className="px-3 pb-1 text-xs text-muted">{part.title}</p>}
              <ul>
                {part.rooms.map((room) => (
                  <RoomLink key={room.href} room={room} isHere={room === here} pathname={pathname} />
                ))}
              </ul>
            </li>
          ))}
        </ul>
      </nav>
      <div className="min-w-0">{children}</div>
    </div>
  );
}

type RoomLinkProps = { room: Room; isHere: boolean; pathname: string };

function RoomLink({ room: { href, label, count = 0 }, isHere, pathname }: RoomLinkProps) {
  return (
    <li>
      <Link
        href={href as Route}
        aria-current={isHere ? (pathname === href ? 'page' : 'true') : undefined}
        className="flex min-h-8 items-center gap-2 rounded-control px-3 py-1 text-muted hover:bg-hover hover:text-ink aria-[current]:bg-hover aria-[current]:font-medium aria-[current]:text-ink forced-colors:aria-[current]:underline pointer-coarse:min-h-11"
      >
        <span className="min-w-0 wrap-anywhere">{label}</span>
        {count > 0 && <span className="ml-auto text-warn-text tabular-nums">{count}</span>}
      </Link>
    </li>
  );
}

/** The longest address that the page is at or below. */
const roomAt = (pathname: string, rooms: readonly Room[]): Room | undefined =>
  rooms
    .filter(({ href }) => pathname === href || pathname.startsWith(`${href}/`))
    .sort((a, b) => b.href.length - a.href.length)[0];

function useParts(hasScan: boolean): Part[] {
  const nav = useTranslations('nav');
  const kinds = useTranslations('oversight.kinds');
  const oversightTitle = useTranslations('oversight')('title');
  const server = useTranslations('server');
  const invite = useAppConfig().signupMode === 'invite';
  const count = useCall(oversight.reports, { query: { pageSize: 1 } }).data?.total ?? 0;
  const rooms = Object.keys(serverRooms) as (keyof typeof serverRooms)[];
  return [
    {
      rooms: [
        { href: adminPaths.overview, label: nav('overview') },
        { href: paths.accounts, label: nav('accounts') },
        ...(invite ? [{ href: paths.newInvite, label: nav('newInvite') }] : []),
      ],
    },
    {
      title: oversightTitle,
      rooms: [
        { href: paths.overseenShares, label: kinds('shares') },
        { href: adminPaths.overseenAliases, label: kinds('aliases') },
        { href: paths.reports, label: kinds('reports'), count },
        { href: adminPaths.overseenNames, label: kinds('names') },
        ...(hasScan ? [{ href: adminPaths.quarantine, label: kinds('quarantine') }] : []),
        { href: paths.audit, label: nav('audit') },
      ],
    },
    {
      title: server('title'),
      rooms: [
        ...rooms.map((room) => ({
          href: adminPaths.serverRoom(room),
          label:
            room === 'general' || room === 'signin'
              ? server(`room.${room}`)
              : server(`group.${serverRooms[room][0]}.title`),
        })),
        { href: paths.doctor, label: nav('doctor') },
      ],
    },
  ];
}
