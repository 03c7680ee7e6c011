'use client';

import { useEffect, useState } from 'react';
import { discard, filesOf, markSent, type SharedIn, waiting } from '@/lib/client/shared-in/kept';
import { carryDrop } from '@/lib/client/upload/choose/carried-drop';
import { collectFiles } from '@/lib/client/upload/choose/collect';

/** One share from another app. */
type Shared = { kept: SharedIn & { name: string }; files: File[] };

/** What is to be sent, and what was shared before it and has waited since. */
type State = { chosen: Shared[]; earlier: Shared[] };

/** What waits. What was shared last is to be sent; nothing of before is, unless it is added. `state` is null while it is read. */
export function useSharedIn() {
  const [state, setState] = useState<State | null>(null);
  useEffect(() => {
    let isLeft = false;
    void read().then((found) => !isLeft && setState(found));
    return () => {
      isLeft = true;
    };
  }, []);
  const { chosen, earlier } = state ?? nothing;
  const drop = async (all: Shared[]) => {
    await Promise.all(all.map(({ kept }) => discard(kept)));
    setState(await read());
  };
  return {
    state: state && { ...contentsOf(chosen), earlier: contentsOf(earlier) },
    /** Takes it along to the page that sends it. */
    carry: async () => {
      const { files, text } = contentsOf(chosen);
      carryDrop({ ...(files.length > 0 && { files: Promise.resolve(collectFiles(files)) }), text });
      await Promise.all(chosen.map(({ kept }) => markSent(kept, Date.now())));
    },
    discard: () => drop(chosen),
    addEarlier: () => setState({ chosen: [...earlier, ...chosen], earlier: [] }),
    discardEarlier: () => drop(earlier),
  };
}

const nothing: State = { chosen: [], earlier: [] };

async function read(): Promise<State> {
  try {
    const all = await Promise.all(
      (await waiting(Date.now())).map(async (kept) => ({ kept, files: await filesOf(kept) })),
    );
    return { chosen: all.slice(-1), earlier: all.slice(0, -1) };
  } catch {
    return nothing;
  }
}

const contentsOf = (all: Shared[]) => ({
  files: all.flatMap(({ files }) => files),
  text: all
    .map(({ kept }) => wordsOf(kept))
    .filter(Boolean)
    .join('\n\n'),
});

/** Apps put an address into the text or beside it. */
function wordsOf({ words: { title, text, url } }: SharedIn): string {
  return [...new Set([title, text, url])].filter(Boolean).join('\n\n');
}
