const controls = 'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled)';
const isSeen = (element: HTMLElement): boolean => element.getClientRects().length > 0;

const controlsIn = (box: Element | undefined): HTMLElement[] =>
  box ? [...box.querySelectorAll<HTMLElement>(controls)].filter(isSeen) : [];

const nameOf = (control: HTMLElement): string =>
  [
    control.tagName,
    control.getAttribute('aria-label') ?? control.getAttribute('name') ?? control.textContent,
  ].join();

export const isFocusLost = (): boolean =>
  document.activeElement === null || document.activeElement === document.body;

export type FocusPlace = {
  /** The control, or one that has come in its place. */
  same: () => HTMLElement | undefined;
  hasLostRow: () => boolean;
  /** In the next row or, without any, the heading. */
  nearest: () => HTMLElement | null;
};

/** Remembers where a control is, for when it has gone. */
export function placeOf(control: HTMLElement): FocusPlace {
  const name = nameOf(control);
  const row = control.closest('li, tr');
  const list = row?.parentElement;
  const at = row ? [...(list?.children ?? [])].indexOf(row) : 0;
  const sections = sectionsAround(control);
  const section = () => sections.find(({ isConnected }) => isConnected);
  const hasLostRow = () => row?.isConnected === false;
  return {
    hasLostRow,
    same: () => {
      if (control.isConnected && isSeen(control)) return control;
      return hasLostRow() ? undefined : controlsIn(row ?? section()).find((one) => nameOf(one) === name);
    },
    nearest: () => {
      const rows = list?.isConnected ? [...list.children] : [];
      const near = [...rows.slice(at), ...rows.slice(0, at).reverse()].flatMap(controlsIn)[0];
      return near ?? headingOf(section()) ?? document.getElementById('content');
    },
  };
}

function sectionsAround(element: Element): Element[] {
  const section = element.parentElement?.closest('section');
  return section ? [section, ...sectionsAround(section)] : [];
}

function headingOf(section: Element | undefined): HTMLElement | null {
  const heading = section?.querySelector<HTMLElement>('h2, h3, h4') ?? null;
  if (heading) heading.tabIndex = -1;
  return heading;
}

/** Of places in the order of time, the one to return to. */
export function findLanding(places: readonly FocusPlace[]): HTMLElement | null {
  for (const place of places.toReversed()) {
    const same = place.same();
    if (same) return same;
    if (place.hasLostRow()) return place.nearest();
  }
  return places.at(-1)?.nearest() ?? null;
}
