'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useEffect, useEffectEvent } from 'react';
import { callKey } from '@/lib/client/call/call-key';
import { useCall } from '@/lib/client/call/use-call';
import { followShare, type LiveNews } from '@/lib/client/live/follow-share';
import { useViewer } from '@/lib/client/session/session';
import { activity } from '@/lib/contract/activity';
import { type Recipient, recipient } from '@/lib/contract/share/recipient';
import { share } from '@/lib/contract/share/share';
import type { ShareDetail } from '@/lib/contract/share/share-shapes';
import { hasLinkRow, latestFirst, maxArrivals } from '@/lib/domain/arrivals';
import { useMoment } from './use-moment';

type ArrivalsProps = { detail: ShareDetail; now: number };

/** Names those who have opened the link and what they took, while it happens. */
export function Arrivals({ detail, now }: ArrivalsProps) {
  const t = useTranslations('share.detail.arrivals');
  const isOwn = useViewer()?.login === detail.creator;
  const { data } = useCall(recipient.list, { params: { id: detail.id } }, { isWanted: isOwn });
  const people = data?.items ?? [];
  useLive(detail, people);
  const linkFacts = useLinkFacts(detail, people.length > 0, now);
  return (
    <ul aria-label={t('title')} aria-live="polite" className="text-sm/6 text-muted">
      {latestFirst(people)
        .slice(0, maxArrivals)
        .map((person) => (
          <PersonLine key={person.id} person={person} now={now} />
        ))}
      {people.length > maxArrivals && <li>{t('more', { count: people.length - maxArrivals })}</li>}
      {hasLinkRow(people.length, data?.only ?? false) && (
        <Line name={people.length > 0 ? t('link') : null}>
          <Facts facts={linkFacts} />
        </Line>
      )}
    </ul>
  );
}

/** Reads the page's calls again when something happens. What the page shows already is no news. */
function useLive({ id, publishInfo }: ShareDetail, people: readonly Recipient[]): void {
  const cache = useQueryClient();
  const isKnown = (heard: LiveNews) =>
    heard.kind === 'now' &&
    heard.counts.views === (publishInfo?.views ?? 0) &&
    heard.counts.downloads === (publishInfo?.downloads ?? 0) &&
    heard.counts.people === people.filter(({ opened }) => opened !== null).length;
  const hear = useEffectEvent((heard: LiveNews) => {
    if (isKnown(heard)) return;
    for (const call of [share.get, recipient.list, activity.ofShare, share.search])
      void cache.invalidateQueries({ queryKey: callKey(call) });
  });
  useEffect(() => followShare(id, (heard) => hear(heard)), [id]);
}

function Line({ name, children }: { name: string | null; children: React.ReactNode }) {
  return (
    <li className={name === null ? 'first-letter:uppercase' : 'sm:flex sm:gap-x-2'}>
      {name !== null && (
        <span title={name} className="block truncate font-medium text-ink sm:max-w-1/2 sm:shrink-0">
          {name}
        </span>
      )}
      {children}
    </li>
  );
}

type Fact = { text: string; title?: string };

function Facts({ facts }: { facts: Fact[] }) {
  return (
    <span className="min-w-0 tabular-nums">
      {facts.map(({ text, title }, nth) => (
        <span key={text} title={title}>
          {nth > 0 && ' · '}
          {text}
        </span>
      ))}
    </span>
  );
}

function PersonLine({ person, now }: { person: Recipient; now: number }) {
  const facts = usePersonFacts(person, now);
  return (
    <Line name={person.address}>
      <Facts facts={facts} />
    </Line>
  );
}

function usePersonFacts(person: Recipient, now: number): Fact[] {
  const t = useTranslations('share.detail.arrivals');
  const tPeople = useTranslations('share.detail.people');
  const momentOf = useMoment(now);
  const downloadsOf = useDownloads(now);
  const { state, opened, system } = person;
  const tArrival = useTranslations('arrival');
  const facts: Fact[] = [];
  if (state === 'withdrawn') facts.push({ text: tPeople('withdrawn') });
  if (state === 'refused') facts.push({ text: t('refused') });
  if (opened !== null) {
    const { at, title } = momentOf(opened);
    facts.push({ text: system ? t('openedOn', { at, system }) : tArrival('opened', { at }), title });
  }
  facts.push(...downloadsOf(person));
  if (facts.length === 0) facts.push({ text: state === 'waiting' ? tPeople('waiting') : t('notYet') });
  return facts;
}

/** Their times are forgotten some day. */
function useDownloads(now: number): (person: Recipient) => Fact[] {
  const t = useTranslations('arrival');
  const tActivity = useTranslations('share.activity');
  const momentOf = useMoment(now);
  return ({ downloads: count, downloaded, hasAll }) => {
    if (count === 0) return [];
    if (downloaded === null) return [{ text: tActivity('total', { count }) }];
    const { at, title } = momentOf(downloaded);
    return [{ text: hasAll ? t('downloadedAll', { at }) : t('downloaded', { at, count }), title }];
  };
}

/** The last time is that of all links of the share, so that it is left out where people have some of their own. */
function useLinkFacts({ publishInfo }: ShareDetail, isAmongOthers: boolean, now: number): Fact[] {
  const t = useTranslations('share.detail.arrivals');
  const momentOf = useMoment(now);
  const { views = 0, downloads = 0, lastAccess = null } = publishInfo ?? {};
  const facts: Fact[] = [{ text: views === 0 ? t('notYet') : t('openedTimes', { count: views }) }];
  if (isAmongOthers) return facts;
  if (views > 0 && lastAccess !== null) {
    const { at, title } = momentOf(lastAccess);
    facts.push({ text: t('last', { at }), title });
  }
  if (downloads > 0) facts.push({ text: t('downloadedTimes', { count: downloads }) });
  return facts;
}
