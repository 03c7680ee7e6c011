'use client';

import { Failure } from '@/components/app/failure';

type ErrorProps = { error: Error & { digest?: string }; reset: () => void };

export default function ScreenError({ error, reset }: ErrorProps) {
  return <Failure error={error} reset={reset} />;
}
