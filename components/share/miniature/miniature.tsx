'use client';

import { type ReactNode, useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';

/**
 * Draws a page at a third of its size, for the eye alone. A closed root keeps its ids, texts and what styles look for
 * by `:has` apart from the page around it.
 */
export function Miniature({ children }: { children: ReactNode }) {
  const host = useRef<HTMLDivElement>(null);
  const opening = useRef<Promise<ShadowRoot>>(null);
  const [root, setRoot] = useState<ShadowRoot | null>(null);
  useEffect(() => {
    if (!host.current) return;
    let isOver = false;
    opening.current ??= styledRoot(host.current);
    void opening.current.then((opened) => !isOver && setRoot(opened));
    return () => {
      isOver = true;
    };
  }, []);
  return (
    <div
      ref={host}
      inert
      aria-hidden
      data-miniature
      className="absolute top-0 left-0 size-[300%] origin-top-left scale-[calc(1/3)] select-none"
    >
      {root && createPortal(children, root)}
    </div>
  );
}

/** @returns a root with the page's styles, once they are there */
async function styledRoot(host: Element): Promise<ShadowRoot> {
  const root = host.attachShadow({ mode: 'closed' });
  const sheets = [...document.querySelectorAll<HTMLElement>('link[rel="stylesheet"], style')];
  const arrive = (sheet: HTMLElement) =>
    new Promise<unknown>((resolve) => {
      const copy = sheet.cloneNode(true) as HTMLElement;
      if (copy instanceof HTMLStyleElement) resolve(null);
      else copy.onload = copy.onerror = resolve;
      root.append(copy);
    });
  await Promise.all(sheets.map(arrive));
  return root;
}
