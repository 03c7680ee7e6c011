'use client';

import { useEffect, useState } from 'react';
import { CallError } from '@/lib/client/call/call';
import type { UploadAccess } from '@/lib/client/upload/access/upload-access';
import { giveUpFiles } from '@/lib/client/upload/give-up-files';
import { reopen } from '@/lib/client/upload/unfinished/reopen';
import type { Matched, UnfinishedFile } from '@/lib/client/upload/unfinished/unfinished';
import { type UnfinishedUpload, unfinishedStore } from '@/lib/client/upload/unfinished/unfinished-store';
import type { PickedFile } from '@/lib/client/upload/upload-item';

export type Continue = (unfinished: UnfinishedUpload, found: readonly PickedFile[]) => Promise<void>;

export type ContinueProblem =
  | { kind: 'gone' | 'failed' | 'others' }
  | { kind: 'missing'; files: readonly UnfinishedFile[] };

/** The files of an upload among those picked again, how far they are told apart. */
async function match({ files }: UnfinishedUpload, picked: readonly PickedFile[], { headers }: UploadAccess) {
  const [{ matchUnfinished }, { compareArrived }] = await Promise.all([
    import('@/lib/client/upload/unfinished/unfinished'),
    import('@/lib/client/upload/unfinished/compare'),
  ]);
  return matchUnfinished(files, picked, (file, url) => compareArrived(file, url, headers));
}

const nothingMatched: Matched = { found: [], missing: [], others: [] };

/**
 * The latest upload that an earlier visit left unfinished, and the ways to go on with it or give it up.
 * @param into the one share that is meant
 */
export function useUnfinished(access: UploadAccess, onContinue: Continue, into?: string) {
  const [uploads, setUploads] = useState<readonly UnfinishedUpload[]>([]);
  const [problem, setProblem] = useState<ContinueProblem | null>(null);
  const [isChoosing, setIsChoosing] = useState(false);
  const [picked, setPicked] = useState<readonly PickedFile[]>([]);
  const [matched, setMatched] = useState(nothingMatched);
  const [isComparing, setIsComparing] = useState(false);
  const latest = uploads[0] ?? null;

  useEffect(() => {
    void unfinishedStore
      .list(access.key)
      .then((all) => setUploads(all.filter(({ shareId }) => into === undefined || shareId === into)));
  }, [access.key, into]);

  function rest() {
    setIsChoosing(false);
    setPicked([]);
    setMatched(nothingMatched);
  }

  async function forget(shareId: string) {
    await unfinishedStore.forget(shareId);
    rest();
    setUploads((known) => known.filter((upload) => upload.shareId !== shareId));
  }

  async function send(upload: UnfinishedUpload, found: readonly PickedFile[]) {
    try {
      setProblem(null);
      await onContinue(upload, found);
      rest();
    } catch (error) {
      setProblem({ kind: isGone(error) ? 'gone' : 'failed' });
      if (isGone(error)) await forget(upload.shareId);
    }
  }

  /** Picks add up over several drops; as long as some files are missing, the person is asked for them. */
  async function take(files: readonly PickedFile[]) {
    if (!latest) return;
    const all = [...picked, ...files];
    setPicked(all);
    setIsComparing(true);
    const now = await match(latest, all, access).catch(() => null);
    setIsComparing(false);
    if (!now) return setProblem({ kind: 'failed' });
    const { found, missing } = now;
    setMatched(now);
    if (missing.length === 0) return send(latest, found);
    setIsChoosing(true);
    if (all.length > 0)
      setProblem(found.length > 0 ? { kind: 'missing', files: missing } : { kind: 'others' });
  }

  /** Goes on with what was found, giving the rest up. */
  async function goOnWithout(others: readonly PickedFile[] = []) {
    if (!latest) return;
    const { found, missing } = matched;
    await giveUpFiles(latest.shareId, missing, access.headers);
    const files = latest.files.filter((file) => !missing.includes(file));
    await send({ ...latest, files }, [...found, ...others]);
  }

  async function discard() {
    if (!latest) return;
    await access.takeBack(latest);
    await forget(latest.shareId);
  }

  return {
    latest,
    problem,
    isChoosing,
    /** One click when the browser kept the way to the files, else they have to be picked again. */
    begin: async () => take(await reopen(latest?.handles ?? [])),
    take,
    isComparing,
    /** Null as long as nothing was found to go on with. */
    goOnWithout: matched.found.length > 0 ? () => goOnWithout() : null,
    /** Null as long as nothing else was picked. */
    sendAsNew: matched.others.length > 0 ? () => goOnWithout(matched.others) : null,
    discard,
    stopChoosing() {
      setProblem(null);
      rest();
    },
  };
}

export type Unfinished = ReturnType<typeof useUnfinished>;

const isGone = (error: unknown) => error instanceof CallError && error.status === 404;
