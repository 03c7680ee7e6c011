'use client';

import { useTranslations } from 'next-intl';
import { useEffect, useEffectEvent, useState } from 'react';
import { type Collected, collectTransfer } from '@/lib/client/upload/choose/collect';

type DropHandlers = {
  isOff?: boolean;
  onCollected: (collecting: Promise<Collected>) => void;
  onText?: (text: string) => void;
};

const hasFiles = (transfer: DataTransfer | null) => transfer?.types.includes('Files') ?? false;
const isField = (target: EventTarget | null) =>
  target instanceof HTMLElement && target.closest('input, textarea, [contenteditable]') !== null;

/** Mounted drop areas; the latest one gets drops and pastes. */
const dropAreas: object[] = [];

/** Lets the whole page accept dropped and pasted files. Returns true while files hover over it. */
export function useDropAnywhere({ isOff = false, onCollected, onText }: DropHandlers): boolean {
  const [isOver, setIsOver] = useState(false);

  const takeDrop = useEffectEvent((event: DragEvent) => {
    if (!event.dataTransfer || !hasFiles(event.dataTransfer)) return;
    event.preventDefault();
    if (!isOff) onCollected(collectTransfer(event.dataTransfer));
  });

  const takePaste = useEffectEvent((event: ClipboardEvent) => {
    const { clipboardData: pasted } = event;
    if (!pasted || isOff) return;
    const text = pasted.getData('text/plain');
    // Text with a picture of itself, as word processors copy it, belongs into the field it is pasted in.
    if (pasted.files.length > 0 && !(isField(event.target) && text !== '')) {
      event.preventDefault();
      onCollected(collectTransfer(pasted));
    } else if (text.trim() !== '' && !isField(event.target)) onText?.(text);
  });

  const hover = useEffectEvent((event: DragEvent) => {
    if (!hasFiles(event.dataTransfer)) return;
    event.preventDefault();
    if (event.dataTransfer) event.dataTransfer.dropEffect = isOff ? 'none' : 'copy';
    setIsOver(!isOff);
  });

  useEffect(() => {
    // `relatedTarget` is empty only when the pointer leaves the window, not when it crosses an element.
    const leave = (event: DragEvent) => event.relatedTarget === null && setIsOver(false);
    const listening = new AbortController();
    const { signal } = listening;
    dropAreas.push(listening);
    const acts = { dragenter: hover, dragover: hover, drop: takeDrop, paste: takePaste };
    for (const [type, act] of Object.entries(acts)) {
      const take = act as (event: Event) => void;
      window.addEventListener(type, (event) => dropAreas.at(-1) === listening && take(event), { signal });
    }
    window.addEventListener('dragleave', leave, { signal });
    window.addEventListener('drop', () => setIsOver(false), { signal });
    return () => {
      listening.abort();
      dropAreas.splice(dropAreas.indexOf(listening), 1);
    };
  }, []);

  return isOver;
}

export function DropCover() {
  const t = useTranslations('upload.drop');
  return (
    <div aria-hidden className="pointer-events-none fixed inset-0 z-50 bg-canvas/80 p-3 backdrop-blur-[2px]">
      <div className="grid size-full place-items-center rounded-card border-2 border-dashed border-accent">
        <p className="text-lg font-semibold tracking-tight text-accent">{t('over')}</p>
      </div>
    </div>
  );
}
