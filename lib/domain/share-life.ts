import { type PublishState, publishState } from './publish';

type Detail = {
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
  /** Shares of 1 that are left. */
  timeLeft: number;
  viewsSpent: number;
};

/** The state of a share at `nowMs`, by its link. */
export function shareLife({ maxViews, maxDownloads, publishInfo }: Detail, nowMs: number): ShareLife {
  if (!publishInfo) return { state: 'unpublished', timeLeft: 0, viewsSpent: 0 };
  const { publishDate, publishUntil, views, downloads, enabled } = publishInfo;
  const facts = { enabled, views, downloads, publishUntil: new Date(publishUntil) };
  return {
    state: publishState(facts, { maxViews, maxDownloads }, new Date(nowMs)),
    timeLeft: within((publishUntil - nowMs) / (publishUntil - publishDate)),
    viewsSpent: within(views / maxViews),
  };
}

const within = (share: number) => Math.min(1, Math.max(0, share));
