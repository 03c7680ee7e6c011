/**
 * Records clicks, submits and choices before hydration and repeats them after it; of clicks and submits
 * only the last. Inlined in the page as text, so it can import nothing.
 */
export function recordEvents(): void {
  type RecordedEvent = { element: Element; isPress: boolean; act: () => void };
  let recorded: RecordedEvent[] = [];

  // React marks hydrated elements this way. If the mark is ever renamed, events are just not repeated.
  const isHydrated = (element: Element) =>
    Object.keys(element).some((key) => key.startsWith('__reactProps$'));

  const forget = (matches: (one: RecordedEvent) => boolean) => {
    recorded = recorded.filter((one) => !matches(one));
  };

  const record = (next: RecordedEvent) => {
    forget((one) => one.element === next.element || (one.isPress && next.isPress));
    recorded.push(next);
    if (recorded.length === 1) waitForHydration();
  };

  const waitForHydration = () => {
    forget(({ element }) => !element.isConnected);
    if (!recorded.every(({ element }) => isHydrated(element))) setTimeout(waitForHydration, 50);
    // The mark is set shortly before the listeners.
    else setTimeout(replayAll, 50);
  };

  const replayAll = () => {
    const all = recorded;
    recorded = [];
    for (const { element, act } of all) if (element.isConnected) act();
  };

  const recordFrom = (event: Event) => {
    const button = event.target instanceof Element ? event.target.closest('button') : null;
    if (event.type === 'click' && button?.type === 'button')
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
  const watch = (event: Event) => {
    event.stopPropagation = () => {
      Event.prototype.stopPropagation.call(event);
      if (event.eventPhase === Event.CAPTURING_PHASE) recordFrom(event);
    };
  };
  addEventListener('click', watch, true);
  addEventListener('submit', watch, true);
  addEventListener('change', watch, true);

  // In the bubble phase React has hydrated what this event needs, where it could.
  addEventListener('click', (event) => {
    const button = event.target instanceof Element ? event.target.closest('button') : null;
    if (!button) return;
    if (button.type === 'button' && !isHydrated(button)) recordFrom(event);
    else forget(({ isPress }) => isPress);
  });
  addEventListener('submit', (event) => {
    if (event.defaultPrevented || !(event.target instanceof HTMLFormElement) || isHydrated(event.target))
      return;
    recordFrom(event);
  });
  addEventListener('change', (event) => {
    const list = event.target;
    if (!(list instanceof HTMLSelectElement)) return;
    if (isHydrated(list)) forget(({ element }) => element === list);
    else recordFrom(event);
  });
}
