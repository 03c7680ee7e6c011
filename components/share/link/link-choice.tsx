import type { ReactNode } from 'react';

type LinkChoiceProps = { title: string; hint: string; children: ReactNode };

/** One thing to do with a link: what it is, what comes of it, and the control. */
export function LinkChoice({ title, hint, children }: LinkChoiceProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-6 gap-y-2 px-2 py-3">
      <div className="mr-auto min-w-0 flex-1 basis-64">
        <h2 className="text-sm font-medium">{title}</h2>
        <p className="text-xs text-muted text-pretty">{hint}</p>
      </div>
      {children}
    </div>
  );
}
