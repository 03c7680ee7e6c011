import { maxCount } from './limits';

type PublishFacts = {
  enabled: boolean;
  publishUntil: Date;
  views: number;
  downloads?: number | undefined;
};
type LinkLimits = { maxViews: number; maxDownloads?: number | null | undefined };
export type PublishState = 'unpublished' | 'published' | 'expired' | 'used-up';

/** With so few views left, visitors confirm before one is used, because mail scanners run scripts, too. */
export const fewViews = 3;

export const unlimitedViews = maxCount;

/**
 * An expired link stays expired until it is published again; a used-up one revives when its limit grows.
 * `services/access/share.ts` says the same to the database.
 */
export function publishState(facts: PublishFacts | null, limits: LinkLimits, now: Date): PublishState {
  if (!facts?.enabled) return 'unpublished';
  if (facts.publishUntil <= now) return 'expired';
  if (facts.views >= limits.maxViews || areDownloadsSpent(facts, limits)) return 'used-up';
  return 'published';
}

/** Recipients have links of their own, which the limit of views is not for. */
export const opensForRecipients = (facts: PublishFacts | null, limits: LinkLimits, now: Date): boolean =>
  publishState(facts, { ...limits, maxViews: unlimitedViews }, now) === 'published';

const areDownloadsSpent = (
  { downloads = 0 }: Pick<PublishFacts, 'downloads'>,
  { maxDownloads = null }: Pick<LinkLimits, 'maxDownloads'>,
): boolean => maxDownloads !== null && downloads >= maxDownloads;

type ShareLifeFields = {
  maxViews: number;
  maxDownloads: number | null;
  publishInfo: {
    enabled: boolean;
    publishDate: number;
    publishUntil: number;
    views: number;
    downloads?: number | undefined;
  } | null;
};

export type ShareLife = {
  state: PublishState;
  /** A ratio from 0 to 1. */
  timeLeft: number;
  viewsSpent: number;
};

export function shareLife(
  { maxViews, maxDownloads, publishInfo }: ShareLifeFields,
  nowMs: number,
): ShareLife {
  if (!publishInfo) return { state: 'unpublished', timeLeft: 0, viewsSpent: 0 };
  const { publishDate, publishUntil, views, downloads, enabled } = publishInfo;
  const facts = { enabled, views, downloads, publishUntil: new Date(publishUntil) };
  return {
    state: publishState(facts, { maxViews, maxDownloads }, new Date(nowMs)),
    timeLeft: clampRatio((publishUntil - nowMs) / (publishUntil - publishDate)),
    viewsSpent: clampRatio(views / maxViews),
  };
}

const clampRatio = (share: number) => Math.min(1, Math.max(0, share));
