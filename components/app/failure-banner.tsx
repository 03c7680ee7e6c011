'use client';

import { Banner } from '@/components/ui/dialog/banner';
import { useFailureText } from '@/lib/client/call/use-failure-text';

type FailureBannerProps = { error: Error | null; className?: string };

/** Says why a call failed, if it did. `className` sets its distance. */
export function FailureBanner({ error, className }: FailureBannerProps) {
  const failureText = useFailureText();
  if (!error) return null;
  const banner = <Banner tone="error">{failureText(error)}</Banner>;
  return className ? <div className={className}>{banner}</div> : banner;
}
