'use client';

import { useEffectEvent, useLayoutEffect } from 'react';

type DialogLayer = { close: () => void };
const layers: DialogLayer[] = [];

/** Number of our history entries on top of the page's own, and the URL of that page. */
let depth = 0;
let href = '';
/** Ends the running traversal that we started; null when there is none. */
let endTravel: (() => void) | null = null;
/** Traversals take milliseconds; the limit covers browsers that never report the end. */
const travelMs = 500;

/** `cleanDialogHistory`, which calls `onTravel`, reads this state too. */
const depthOf = (state: { dialogs?: number } | null): number => state?.dialogs ?? 0;

/**
 * Lets the browser's Back close the layer instead of leaving the page. Each layer has a history entry of its own.
 * Returns a function that removes layer and entry.
 */
export function addLayer(close: () => void): () => void {
  window.onDialogTravel = onTravel;
  const layer = { close };
  layers.push(layer);
  syncHistory(); // at once: Back may be pressed as soon as it is seen
  return () => {
    const place = layers.indexOf(layer);
    if (place < 0) return; // Back has closed it
    layers.splice(place, 1);
    syncHistoryLater();
  };
}

/** Deferred, because a closed layer may open again at once (React in development) or be replaced by another. */
const syncHistoryLater = () => void setTimeout(syncHistory);

function syncHistory(): void {
  if (endTravel) return;
  // The dialog led to another page: its entry lies below and is skipped on the way back.
  if (depth > 0 && location.href !== href) depth = 0;
  href = location.href;
  for (; depth < layers.length; depth += 1) history.pushState({ dialogs: depth + 1 }, ''); // Next adds what it needs
  if (depth > layers.length) goBack(depth - layers.length);
}

/** Delays `pushState` calls until the traversal has ended; earlier ones would be removed by it. */
function goBack(steps: number): void {
  const { pushState } = history;
  const waiting: Parameters<History['pushState']>[] = [];
  history.pushState = (...entry) => void waiting.push(entry);
  const end = () => {
    clearTimeout(timer);
    endTravel = null;
    history.pushState = pushState;
    for (const entry of waiting) history.pushState(...entry);
  };
  const timer = setTimeout(end, travelMs);
  endTravel = end;
  history.go(-steps);
}

function onTravel(event: PopStateEvent): void {
  const landed = depthOf(event.state);
  // Between entries of one page nothing changes that the router should know of; it would drop what it is fetching.
  if (location.href === href && (depth > 0 || landed > 0)) event.stopImmediatePropagation();
  depth = landed;
  href = location.href;
  if (endTravel) {
    endTravel();
    syncHistory();
  } else closeLayersAbove(landed);
}

function closeLayersAbove(landed: number): void {
  // Past a dialog that isn't there any more.
  if (landed > layers.length) goBack(landed - layers.length);
  for (const layer of layers.splice(landed).reverse()) layer.close();
}

export function useBackCloses(isOpen: boolean, onClose: () => void): void {
  const close = useEffectEvent(onClose);
  // Before it is seen, when Back is for it.
  useLayoutEffect(() => (isOpen ? addLayer(() => close()) : undefined), [isOpen]);
}
