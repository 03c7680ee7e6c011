'use client';

import { useTranslations } from 'next-intl';
import type { PreviewProps } from './preview-props';
import { PreviewSpinner } from './preview-spinner';
import { Unpreviewable } from './unpreviewable';
import { usePdfFrame } from './use-pdf-frame';
import { useStageFocus } from './use-stage-focus';

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
