'use client';

import './globals.css';
import { globalErrorWordsIn } from '@/lib/i18n/global-error-words';

export default function GlobalError() {
  const { locale, title, again } = globalErrorWordsIn(
    typeof navigator === 'undefined' ? 'en' : navigator.language,
  );
  return (
    <html lang={locale}>
      <body>
        <main className="grid min-h-dvh place-content-center gap-4 p-6 text-center">
          <title>{title}</title>
          <h1 className="text-lg font-semibold tracking-tight">{title}</h1>
          <button type="button" onClick={() => location.reload()} className="underline underline-offset-3">
            {again}
          </button>
        </main>
      </body>
    </html>
  );
}
