export type PublishFacts = { enabled: boolean; publishUntil: Date; views: number };
export type PublishState = 'unpublished' | 'published' | 'expired' | 'used-up';

/** With so many views left, or fewer, a visitor is asked before one is spent: programs that look at mail run scripts, too. */
export const fewViews = 3;

/** An expired link stays expired until it is published again; a used-up one revives when maxViews grows. */
export function publishState(facts: PublishFacts | null, maxViews: number, now: Date): PublishState {
  if (!facts?.enabled) return 'unpublished';
  if (facts.publishUntil <= now) return 'expired';
  if (facts.views >= maxViews) return 'used-up';
  return 'published';
}
