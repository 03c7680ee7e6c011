'use client';

import { Banner } from '@/components/ui/dialog/banner';
import { useFailureText } from '@/lib/client/call/use-failure-text';

/** Above what a page shows: why it could not be read, or not anew. */
export function LoadFailure({ error }: { error: Error | null }) {
  const failureText = useFailureText();
  if (!error) return null;
  return (
    <div className="mb-6">
      <Banner tone="error">{failureText(error)}</Banner>
    </div>
  );
}
