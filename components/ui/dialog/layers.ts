/** The layers over the page, the lowest first. */
type Layer = { close: () => void };
const layers: Layer[] = [];

/** How many entries of the history are ours, on top of the page's own, whose address is `href`. */
let depth = 0;
let href = '';
/** Set while the browser is on its way to an entry that we sent it to: ends that. */
let endTravel: (() => void) | null = null;
/** It takes milliseconds; a browser that never arrives must not stop anybody. */
const travelMs = 500;

/** The mark of our entries; `cleanDialogHistory`, which calls `onTravel`, reads it too. */
const depthOf = (state: { dialogs?: number } | null): number => state?.dialogs ?? 0;

/**
 * While a layer is open, the browser's Back closes it and stays on the page: each layer has an entry of
 * its own in the history, which goes with it however it is closed. Returns what takes the layer away.
 */
export function addLayer(close: () => void): () => void {
  window.onDialogTravel = onTravel;
  const layer = { close };
  layers.push(layer);
  settle(); // at once: Back may be pressed as soon as it is seen
  return () => {
    const place = layers.indexOf(layer);
    if (place < 0) return; // Back has closed it
    layers.splice(place, 1);
    settleSoon();
  };
}

/** What goes may be shown anew at once, as React does in development, or make way for the next one. */
const settleSoon = () => void setTimeout(settle);

/** Makes as many entries as there are layers. */
function settle(): void {
  if (endTravel) return;
  // A page was gone to from a dialog: its entry lies below and is skipped when somebody comes back.
  if (depth > 0 && location.href !== href) depth = 0;
  href = location.href;
  for (; depth < layers.length; depth += 1) history.pushState({ dialogs: depth + 1 }, ''); // Next adds what it needs
  if (depth > layers.length) goBack(depth - layers.length);
}

/** A page that is gone to meanwhile waits until the browser has arrived, or it would end up behind it. */
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
    settle();
  } else follow(landed);
}

/** Somebody went back or forward. */
function follow(landed: number): void {
  // Past a dialog that isn't there any more.
  if (landed > layers.length) goBack(landed - layers.length);
  for (const layer of layers.splice(landed).reverse()) layer.close();
}
