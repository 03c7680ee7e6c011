'use client';

import { Failure } from '@/components/app/failure';

type ErrorProps = { error: Error & { digest?: string }; reset: () => void };

export default function RootError({ error, reset }: ErrorProps) {
  return (
    <main className="px-6">
      <Failure error={error} reset={reset} />
    </main>
  );
}
