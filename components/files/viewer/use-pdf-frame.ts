'use client';

import { type RefObject, useEffect, useRef, useState } from 'react';
import { type FromFrame, resourceFolders, type ToFrame } from '../pdf-document/messages';

/** The frame's script tells that it runs as soon as it has come; after this there is none. */
const patienceMs = 5_000;

/** Above this a browser tab could run out of memory. */
const maxBytes = 128 * 1024 * 1024;

export type PdfState =
  | { status: 'loading' }
  | { status: 'shown'; page: number; pages: number }
  | { status: 'failed'; reason: 'locked' | 'broken' | 'unreachable' | 'tooLarge' | 'noViewer' };

type PdfFrame = {
  bytes: string;
  sizeBytes: number;
  pageLabel: string;
  onKey: (key: string) => void;
};

/** Hands a PDF and what it needs to the frame, and tells what the frame shows. */
export function usePdfFrame({ bytes, sizeBytes, pageLabel, onKey }: PdfFrame): {
  frame: RefObject<HTMLIFrameElement | null>;
  state: PdfState;
} {
  const frame = useRef<HTMLIFrameElement>(null);
  const keyHandler = useRef(onKey);
  const [state, setState] = useState<PdfState>(
    sizeBytes > maxBytes ? { status: 'failed', reason: 'tooLarge' } : { status: 'loading' },
  );
  useEffect(() => {
    keyHandler.current = onKey;
  });

  useEffect(() => {
    if (sizeBytes > maxBytes) return;
    const leaving = new AbortController();
    const send = (message: ToFrame, transfer: Transferable[]) =>
      // An opaque origin has no name to address; the frame is ours and may not navigate elsewhere (frame-src).
      frame.current?.contentWindow?.postMessage(message, '*', transfer);

    // From the frame's `load` on, which waits for its script: a slow connection takes none of this time. The script
    // itself runs, and may be heard, before.
    let isReady = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const expectReady = () => {
      if (isReady) return;
      timer ??= setTimeout(() => setState({ status: 'failed', reason: 'noViewer' }), patienceMs);
    };

    const open = async () => {
      isReady = true;
      clearTimeout(timer);
      const buffer = await fetchBytes(bytes, leaving.signal);
      if (buffer) send({ type: 'open', bytes: buffer, pageLabel }, [buffer]);
      else if (!leaving.signal.aborted) setState({ status: 'failed', reason: 'unreachable' });
    };

    const bring = async ({ id, folder, name }: Extract<FromFrame, { type: 'want' }>) => {
      const known = resourceFolders.includes(folder) && /^[\w-]+\.\w+$/.test(name);
      const buffer = known ? await fetchBytes(`/pdf/${folder}/${name}`, leaving.signal) : null;
      send({ type: 'resource', id, bytes: buffer }, buffer ? [buffer] : []);
    };

    const answer: { [T in FromFrame['type']]: (message: Extract<FromFrame, { type: T }>) => void } = {
      ready: () => void open(),
      want: (message) => void bring(message),
      key: ({ key }) => keyHandler.current(key),
      shown: ({ page, pages }) => setState({ status: 'shown', page, pages }),
      failed: ({ reason }) => setState({ status: 'failed', reason }),
    };
    const onMessage = ({ source, data }: MessageEvent<FromFrame>) => {
      if (source === null || source !== frame.current?.contentWindow) return;
      if (Object.hasOwn(answer, data.type)) answer[data.type](data as never);
    };

    addEventListener('message', onMessage);
    const element = frame.current;
    element?.addEventListener('load', expectReady);
    return () => {
      clearTimeout(timer);
      element?.removeEventListener('load', expectReady);
      removeEventListener('message', onMessage);
      leaving.abort();
    };
  }, [bytes, sizeBytes, pageLabel]);

  return { frame, state };
}

async function fetchBytes(url: string, signal: AbortSignal): Promise<ArrayBuffer | null> {
  try {
    const response = await fetch(url, { signal });
    return response.ok ? await response.arrayBuffer() : null;
  } catch {
    return null;
  }
}
