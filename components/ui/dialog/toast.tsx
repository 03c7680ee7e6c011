'use client';

import { CheckIcon } from 'lucide-react';
import { createContext, type ReactNode, useContext, useEffect, useState } from 'react';

const Toaster = createContext<(text: string) => void>(() => undefined);

/** Confirms a success that is visible nowhere else. Errors are displayed in place instead. */
export const useToast = () => useContext(Toaster);

const shownMs = 4000;

export function ToastProvider({ children }: { children: ReactNode }) {
  const [toast, setToast] = useState<{ text: string; serial: number }>();
  const say = (text: string) => setToast((last) => ({ text, serial: (last?.serial ?? 0) + 1 }));

  useEffect(() => {
    if (!toast) return;
    const timer = setTimeout(() => setToast(undefined), shownMs);
    return () => clearTimeout(timer);
  }, [toast]);

  return (
    <Toaster value={say}>
      {children}
      <div
        ref={setAlive}
        role="status"
        className="pointer-events-none fixed inset-x-0 bottom-6 z-40 flex justify-center px-4"
      >
        {toast && (
          <p
            key={toast.serial}
            className="flex animate-arrive items-center gap-2 rounded-control border border-transparent bg-ink px-3.5 py-2 text-sm text-canvas shadow-float"
          >
            <CheckIcon aria-hidden className="size-4 shrink-0" />
            {toast.text}
          </p>
        )}
      </div>
    </Toaster>
  );
}

/** Attached together with the page's listeners: for `recordEvents`. */
function setAlive() {
  window.isAlive = true;
}
