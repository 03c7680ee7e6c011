declare global {
  interface Window {
    /** Set by ui/dialog/toast, which is on every page, once React has taken the page over. */
    isAlive?: boolean;
  }
}

/**
 * Records clicks, submits and choices before hydration and repeats them after it; of clicks and submits
 * only the last. Inlined in the page as text, so it can import nothing.
 */
export function recordEvents(): void {
  type RecordedEvent = { element: Element; isPress: boolean; act: () => void };
  let recorded: RecordedEvent[] = [];

  const forget = (matches: (one: RecordedEvent) => boolean) => {
    recorded = recorded.filter((one) => !matches(one));
  };

  const record = (next: RecordedEvent) => {
    forget((one) => one.element === next.element || (one.isPress && next.isPress));
    recorded.push(next);
    if (recorded.length === 1) setTimeout(replay, 50);
  };

  /** Events that React stops once more, for a part of the page that is still on its way, are recorded again. */
  const replay = () => {
    if (!window.isAlive) {
      setTimeout(replay, 50);
      return;
    }
    const all = recorded;
    recorded = [];
    for (const { element, act } of all) {
      // Its replacement has the same id.
      if (element.isConnected) act();
      else document.getElementById(element.id)?.click();
    }
  };

  const recordFrom = (event: Event) => {
    const button = event.target instanceof Element ? event.target.closest('button') : null;
    // The browser itself opens a popover.
    if (event.type === 'click' && button?.type === 'button' && !button.hasAttribute('popovertarget'))
      record({ element: button, isPress: true, act: () => button.click() });
    if (event.type === 'submit' && event.target instanceof HTMLFormElement) {
      const form = event.target;
      event.preventDefault();
      const act = () => form.requestSubmit((event as SubmitEvent).submitter);
      record({ element: form, isPress: true, act });
    }
    if (event.type === 'change' && event.target instanceof HTMLSelectElement) {
      const list = event.target;
      const { value } = list;
      const act = () => {
        list.value = value;
        list.dispatchEvent(new Event('change', { bubbles: true }));
      };
      record({ element: list, isPress: false, act });
    }
  };

  // During hydration React stops events that it can't handle yet in the capture phase, and drops them.
  const recordStopped = (event: Event) => {
    if (event.cancelBubble) recordFrom(event);
  };
  /** Reached in the bubble phase: React has hydrated what this event needs, unless it isn't there at all yet. */
  const recordUnheard = (event: Event) => {
    if (!window.isAlive && !event.defaultPrevented) return recordFrom(event);
    if (event.type === 'change') forget(({ element }) => element === event.target);
    else if (event.type === 'click' && event.target instanceof Element && event.target.closest('button'))
      forget(({ isPress }) => isPress);
  };
  for (const type of ['click', 'submit', 'change']) {
    addEventListener(type, recordUnheard);
    addEventListener(
      type,
      () => {
        // As the last of the document's listeners, behind React's.
        document.removeEventListener(type, recordStopped, true);
        document.addEventListener(type, recordStopped, true);
      },
      true,
    );
  }
}
