'use client';

import { Banner } from '@/components/ui/dialog/banner';
import { useFailureText } from '@/lib/client/call/use-failure-text';

export function PublishError({ error }: { error: Error | null }) {
  const failureText = useFailureText();
  if (!error) return null;
  return (
    <div className="mt-3">
      <Banner tone="error">{failureText(error)}</Banner>
    </div>
  );
}
