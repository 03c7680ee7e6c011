'use client';

import { Banner } from '@/components/ui/dialog/banner';
import { useFailureText } from '@/lib/client/call/use-failure-text';

/** Above what a page shows, or instead of it: why its answer did not come. */
export function PageFailure({ error }: { error: Error | null }) {
  const failureText = useFailureText();
  return (
    error && (
      <div className="mb-6">
        <Banner tone="error">{failureText(error)}</Banner>
      </div>
    )
  );
}
