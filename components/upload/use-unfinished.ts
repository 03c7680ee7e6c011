'use client';

import { useEffect, useState } from 'react';
import { CallError } from '@/lib/client/call/call';
import type { UploadAccess } from '@/lib/client/upload/access/upload-access';
import { giveUpFiles } from '@/lib/client/upload/access/upload-access';
import type { MatchResult } from '@/lib/client/upload/unfinished/match-unfinished';
import { reopen } from '@/lib/client/upload/unfinished/reopen';
import {
  type UnfinishedFile,
  type UnfinishedUpload,
  unfinishedStore,
} from '@/lib/client/upload/unfinished/unfinished-store';
import type { PickedFile } from '@/lib/client/upload/upload-item';

export type ContinueUpload = (unfinished: UnfinishedUpload, found: readonly PickedFile[]) => Promise<void>;

export type ContinueProblem =
  | { kind: 'gone' | 'failed' | 'others' }
  | { kind: 'missing'; files: readonly UnfinishedFile[] };

async function matchFiles(
  { files }: UnfinishedUpload,
  picked: readonly PickedFile[],
  { headers }: UploadAccess,
) {
  const [{ matchUnfinished }, { compareArrived }] = await Promise.all([
    import('@/lib/client/upload/unfinished/match-unfinished'),
    import('@/lib/client/upload/unfinished/partial-files'),
  ]);
  return matchUnfinished(files, picked, (file, url) => compareArrived(file, url, headers));
}

const nothingMatched: MatchResult = { found: [], missing: [], others: [] };

/**
 * Provides the latest unfinished upload of an earlier visit, and ways to continue or discard it. @param into limits it
 * to one share
 */
export function useUnfinished(access: UploadAccess, onContinue: ContinueUpload, into?: string) {
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

  function resetChoice() {
    setIsChoosing(false);
    setPicked([]);
    setMatched(nothingMatched);
  }

  async function forget({ shareId, files }: UnfinishedUpload) {
    await unfinishedStore.forget(shareId);
    const salts = files.flatMap(({ salt }) => salt ?? []);
    if (salts.length > 0) void forgetTagsOf(salts);
    resetChoice();
    setUploads((known) => known.filter((upload) => upload.shareId !== shareId));
  }

  async function send(upload: UnfinishedUpload, found: readonly PickedFile[]) {
    try {
      setProblem(null);
      await onContinue(upload, found);
      resetChoice();
    } catch (error) {
      setProblem({ kind: isGone(error) ? 'gone' : 'failed' });
      if (isGone(error)) await forget(upload);
    }
  }

  async function take(files: readonly PickedFile[]) {
    if (!latest) return;
    const all = [...picked, ...files];
    setPicked(all);
    setIsComparing(true);
    const now = await matchFiles(latest, all, access).catch(() => null);
    setIsComparing(false);
    if (!now) return setProblem({ kind: 'failed' });
    const { found, missing } = now;
    setMatched(now);
    if (missing.length === 0) return send(latest, found);
    setIsChoosing(true);
    if (all.length > 0)
      setProblem(found.length > 0 ? { kind: 'missing', files: missing } : { kind: 'others' });
  }

  async function goOnWithout(others: readonly PickedFile[] = []) {
    if (!latest) return;
    const { found, missing } = matched;
    await giveUpFiles(latest.shareId, missing, access.headers);
    const files = latest.files.filter((file) => !missing.includes(file));
    await send({ ...latest, files }, [...found, ...others]);
  }

  async function discard() {
    if (!latest) return;
    await access.discardUpload(latest);
    await forget(latest);
  }

  return {
    latest,
    problem,
    isChoosing,
    /** Needs no new pick where the browser stored handles of the files. */
    begin: async () => take(await reopen(latest?.handles ?? [])),
    take,
    isComparing,
    goOnWithout: matched.found.length > 0 ? () => goOnWithout() : null,
    sendAsNew: matched.others.length > 0 ? () => goOnWithout(matched.others) : null,
    discard,
    stopChoosing() {
      setProblem(null);
      resetChoice();
    },
  };
}

async function forgetTagsOf(salts: readonly string[]): Promise<void> {
  const { forgetTags } = await import('@/lib/client/upload/sealed/kept-tags');
  for (const salt of salts) await forgetTags(salt);
}

export type Unfinished = ReturnType<typeof useUnfinished>;

const isGone = (error: unknown) => error instanceof CallError && error.status === 404;
