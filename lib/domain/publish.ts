import { maxCount } from './limits';

export type PublishFacts = {
  enabled: boolean;
  publishUntil: Date;
  views: number;
  downloads?: number | undefined;
};
export type LinkLimits = { maxViews: number; maxDownloads?: number | null | undefined };
export type PublishState = 'unpublished' | 'published' | 'expired' | 'used-up';

/** With so few views left, visitors confirm before one is used, because mail scanners run scripts, too. */
export const fewViews = 3;

export const unlimitedViews = maxCount;

/**
 * An expired link stays expired until it is published again; a used-up one revives when its limit grows.
 * `services/access/link.ts` says the same to the database.
 */
export function publishState(facts: PublishFacts | null, limits: LinkLimits, now: Date): PublishState {
  if (!facts?.enabled) return 'unpublished';
  if (facts.publishUntil <= now) return 'expired';
  if (facts.views >= limits.maxViews || areDownloadsSpent(facts, limits)) return 'used-up';
  return 'published';
}

export const areDownloadsSpent = (
  { downloads = 0 }: Pick<PublishFacts, 'downloads'>,
  { maxDownloads = null }: Pick<LinkLimits, 'maxDownloads'>,
): boolean => maxDownloads !== null && downloads >= maxDownloads;
