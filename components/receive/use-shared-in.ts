'use client';

import { useEffect, useState } from 'react';
import {
  discardShare,
  listUnsent,
  markSent,
  readFiles,
  type ShareManifest,
  type StoredShare,
} from '@/lib/client/shared-in/stored-shares';
import { carryDrop } from '@/lib/client/upload/choose/carried-drop';
import { collectFiles } from '@/lib/client/upload/choose/collect';

type IncomingShare = { stored: StoredShare; files: File[] };

type IncomingShares = { chosen: IncomingShare[]; earlier: IncomingShare[] };

/** Only the latest share is selected for sending; earlier ones are added on request. `state` is null while loading. */
export function useSharedIn() {
  const [state, setState] = useState<IncomingShares | null>(null);
  useEffect(() => {
    let isLeft = false;
    void read().then((found) => !isLeft && setState(found));
    return () => {
      isLeft = true;
    };
  }, []);
  const { chosen, earlier } = state ?? nothing;
  const drop = async (all: IncomingShare[]) => {
    await Promise.all(all.map(({ stored }) => discardShare(stored)));
    setState(await read());
  };
  return {
    state: state && { ...contentsOf(chosen), earlier: contentsOf(earlier) },
    carry: async () => {
      const { files, text } = contentsOf(chosen);
      carryDrop({ ...(files.length > 0 && { files: Promise.resolve(collectFiles(files)) }), text });
      await Promise.all(chosen.map(({ stored }) => markSent(stored, Date.now())));
    },
    discard: () => drop(chosen),
    addEarlier: () => setState({ chosen: [...earlier, ...chosen], earlier: [] }),
    discardEarlier: () => drop(earlier),
  };
}

const nothing: IncomingShares = { chosen: [], earlier: [] };

async function read(): Promise<IncomingShares> {
  try {
    const all = await Promise.all(
      (await listUnsent(Date.now())).map(async (stored) => ({ stored, files: await readFiles(stored) })),
    );
    return { chosen: all.slice(-1), earlier: all.slice(0, -1) };
  } catch {
    return nothing;
  }
}

const contentsOf = (all: IncomingShare[]) => ({
  files: all.flatMap(({ files }) => files),
  text: all
    .map(({ stored }) => wordsOf(stored))
    .filter(Boolean)
    .join('\n\n'),
});

/** Apps put a URL into the text, beside it, or both. */
function wordsOf({ words: { title, text, url } }: ShareManifest): string {
  return [...new Set([title, text, url])].filter(Boolean).join('\n\n');
}
