'use client';

import { useEffect, useState } from 'react';
import { discard, filesOf, markSent, type SharedIn, waiting } from '@/lib/client/shared-in/kept';
import { carryDrop } from '@/lib/client/upload/choose/carried-drop';
import { collectFiles } from '@/lib/client/upload/choose/collect';

type Found = { kept: (SharedIn & { name: string })[]; files: File[]; text: string };

const nothing: Found = { kept: [], files: [], text: '' };

/** All that waits, as one: nothing is lost when somebody shares twice before sending. `state` is null while it is read. */
export function useSharedIn() {
  const [state, setState] = useState<Found | null>(null);
  useEffect(() => {
    let isLeft = false;
    find()
      .catch(() => nothing)
      .then((found) => !isLeft && setState(found));
    return () => {
      isLeft = true;
    };
  }, []);
  const { kept, files, text } = state ?? nothing;
  return {
    state,
    /** Takes it along to the page that sends it. */
    carry: async () => {
      carryDrop({ ...(files.length > 0 && { files: Promise.resolve(collectFiles(files)) }), text });
      await Promise.all(kept.map((one) => markSent(one, Date.now())));
    },
    discard: async () => {
      await Promise.all(kept.map(discard));
      setState(nothing);
    },
  };
}

async function find(): Promise<Found> {
  const kept = await waiting(Date.now());
  const files = (await Promise.all(kept.map(filesOf))).flat();
  return { kept, files, text: kept.map(wordsOf).filter(Boolean).join('\n\n') };
}

/** Apps put an address into the text or beside it. */
function wordsOf({ words: { title, text, url } }: SharedIn): string {
  return [...new Set([title, text, url])].filter(Boolean).join('\n\n');
}
