'use client';

import { useTranslations } from 'next-intl';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { type FromFrame, resourceFolders, type ToFrame } from '../pdf-document/messages';
import { type PreviewProps, PreviewSpinner, Unpreviewable, useStageFocus } from './preview-parts';

/** Uses a page with pdf.js: browsers display no PDF in a sandboxed frame. */
export function PdfPreview({ file, links, onKey }: PreviewProps) {
  const t = useTranslations('preview');
  const pageLabel = t('pdfPage', { page: '{page}', pages: '{pages}' });
  const { frame, state } = usePdfFrame({ bytes: links.preview, sizeBytes: file.size, pageLabel, onKey });
  const isShown = state.status === 'shown';

  useStageFocus(frame, isShown);

  if (state.status === 'failed') {
    return <Unpreviewable file={file} links={links} reason={t(`pdfFailed.${state.reason}`)} />;
  }
  return (
    <div className="relative size-full">
      {!isShown && <PreviewSpinner />}
      <iframe
        ref={frame}
        src="/pdf/viewer.html"
        sandbox="allow-scripts"
        title={file.filename}
        data-shown={isShown}
        className="size-full opacity-0 transition-opacity duration-180 data-[shown=true]:opacity-100"
      />
      {isShown && state.pages > 1 && (
        <p
          aria-live="polite"
          className="pointer-events-none absolute bottom-4 left-1/2 -translate-x-1/2 rounded-full bg-ink px-3 py-1 text-xs text-canvas tabular-nums"
        >
          {t('pdfPage', { page: String(state.page), pages: String(state.pages) })}
        </p>
      )}
    </div>
  );
}

/** After this time without a message the viewer is considered missing. */
const readyTimeoutMs = 5_000;

/** Larger files could exhaust the memory of a tab. */
const maxBytes = 128 * 1024 * 1024;

export type PdfState =
  | { status: 'loading' }
  | { status: 'shown'; page: number; pages: number }
  | { status: 'failed'; reason: 'locked' | 'broken' | 'unreachable' | 'tooLarge' | 'noViewer' };

type PdfFrameOptions = {
  bytes: string;
  sizeBytes: number;
  pageLabel: string;
  onKey: (key: string) => void;
};

export function usePdfFrame({ bytes, sizeBytes, pageLabel, onKey }: PdfFrameOptions): {
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
      // An opaque origin can't be named; the frame may not navigate elsewhere (frame-src).
      frame.current?.contentWindow?.postMessage(message, '*', transfer);

    // Starts at `load`, which waits for the script, so a slow connection doesn't count. The script may report before.
    let isReady = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const expectReady = () => {
      if (isReady) return;
      timer ??= setTimeout(() => setState({ status: 'failed', reason: 'noViewer' }), readyTimeoutMs);
    };

    const open = async () => {
      isReady = true;
      clearTimeout(timer);
      const buffer = await fetchBytes(bytes, leaving.signal);
      if (buffer) send({ type: 'open', bytes: buffer, pageLabel }, [buffer]);
      else if (!leaving.signal.aborted) setState({ status: 'failed', reason: 'unreachable' });
    };

    const sendResource = async ({ id, folder, name }: Extract<FromFrame, { type: 'want' }>) => {
      const known = resourceFolders.includes(folder) && /^[\w-]+\.\w+$/.test(name);
      const buffer = known ? await fetchBytes(`/pdf/${folder}/${name}`, leaving.signal) : null;
      send({ type: 'resource', id, bytes: buffer }, buffer ? [buffer] : []);
    };

    const answer: { [T in FromFrame['type']]: (message: Extract<FromFrame, { type: T }>) => void } = {
      ready: () => void open(),
      want: (message) => void sendResource(message),
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
