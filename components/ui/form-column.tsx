import type { ReactNode } from 'react';

/** For pages with one form. On tall screens it is a little lower, by the screen's height: one that is centred moves while it comes. */
export function FormColumn({ children }: { children: ReactNode }) {
  return (
    <div className="mx-auto flex w-full max-w-sm flex-col pt-[max(0px,calc(30svh-16rem))]">{children}</div>
  );
}
