'use client';

import dynamic from 'next/dynamic';

// Few pages have anything to say here, and none at once.
export const LatePill = dynamic(() => import('./upload-pill').then((part) => part.UploadPill), {
  ssr: false,
});
