export type PublishFacts = { enabled: boolean; publishUntil: Date; views: number };
export type PublishState = 'unpublished' | 'published' | 'expired' | 'used-up';

/** An expired link stays expired until it is published again; a used-up one revives when maxViews grows. */
export function publishState(facts: PublishFacts | null, maxViews: number, now: Date): PublishState {
  if (!facts?.enabled) return 'unpublished';
  if (facts.publishUntil <= now) return 'expired';
  if (facts.views >= maxViews) return 'used-up';
  return 'published';
}
