'use client';

import { clsx } from 'clsx';
import { ChevronDownIcon } from 'lucide-react';
import { type ReactNode, useEffect, useEffectEvent, useId, useLayoutEffect, useRef } from 'react';

type FoldProps = {
  title: string;
  /** In one line, what is set inside. */
  state: string;
  isOpen: boolean;
  onToggle: (isOpen: boolean) => void;
  children: ReactNode;
};

/** One line that unfolds. What is folded keeps its values, and the browser's search opens it. */
export function Fold({ title, state, isOpen, onToggle, children }: FoldProps) {
  const id = useId();
  const titleId = useId();
  const content = useFoundContent(isOpen, () => onToggle(true));
  return (
    <div className="border-t border-line first:border-t-0">
      <h3>
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => onToggle(!isOpen)}
          className="grid min-h-14 w-full grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 px-5 py-2 text-left hover:bg-hover sm:grid-cols-[8rem_minmax(0,1fr)_auto] focus-visible:-outline-offset-2"
        >
          <span id={titleId} className="font-semibold tracking-tight">
            {title}
          </span>{' '}
          <span className="line-clamp-2 text-sm text-muted tabular-nums wrap-anywhere max-sm:col-start-1">
            {state}
          </span>
          <ChevronDownIcon
            aria-hidden
            className={clsx(
              'size-4 text-muted transition-transform duration-100 motion-reduce:transition-none max-sm:col-start-2 max-sm:row-span-2 max-sm:row-start-1',
              isOpen && 'rotate-180',
            )}
          />
        </button>
      </h3>
      <fieldset ref={content} id={id} aria-labelledby={titleId} hidden={!isOpen} className="min-w-0">
        <div className="flex min-w-0 flex-col gap-4 px-5 pt-2 pb-6">{children}</div>
      </fieldset>
    </div>
  );
}

/** React knows no `hidden=until-found`; browsers that don't either keep such content hidden all the same. */
function useFoundContent(isOpen: boolean, onFound: () => void) {
  const content = useRef<HTMLFieldSetElement>(null);
  const tell = useEffectEvent(onFound);
  useLayoutEffect(() => {
    if (!isOpen) content.current?.setAttribute('hidden', 'until-found');
  }, [isOpen]);
  useEffect(() => {
    const listening = new AbortController();
    content.current?.addEventListener('beforematch', () => tell(), { signal: listening.signal });
    return () => listening.abort();
  }, []);
  return content;
}
