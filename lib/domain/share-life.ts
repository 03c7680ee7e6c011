import { type PublishState, publishState } from './publish';

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
