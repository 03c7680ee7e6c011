/**
 * Keeps what is done before hydration and does it again after it: choices in lists, in their order, then the last click
 * or submit. A button that does nothing is broken, React drops a choice it hasn't heard of, and a form would be sent to
 * an address that takes none.
 *
 * It goes into the page as text, so it can use nothing from outside.
 */
export function recordEvents(): void {
  type Kept = { element: Element; isPress: boolean; act: () => void };
  let kept: Kept[] = [];

  // React's own mark on what it has taken over. Should it ever be called otherwise, nothing is done again, that's all.
  const isAlive = (element: Element) => Object.keys(element).some((key) => key.startsWith('__reactProps$'));

  const forget = (isMeant: (one: Kept) => boolean) => {
    kept = kept.filter((one) => !isMeant(one));
  };

  const keep = (next: Kept) => {
    forget((one) => one.element === next.element || (one.isPress && next.isPress));
    kept.push(next);
    if (kept.length === 1) look();
  };

  const look = () => {
    forget(({ element }) => !element.isConnected);
    if (!kept.every(({ element }) => isAlive(element))) setTimeout(look, 50);
    // They have the mark a moment before they listen.
    else setTimeout(doAll, 50);
  };

  const doAll = () => {
    const all = kept;
    kept = [];
    for (const { element, act } of all) if (element.isConnected) act();
  };

  const late = (event: Event) => {
    const button = event.target instanceof Element ? event.target.closest('button') : null;
    if (event.type === 'click' && button?.type === 'button')
      keep({ element: button, isPress: true, act: () => button.click() });
    if (event.type === 'submit' && event.target instanceof HTMLFormElement) {
      const form = event.target;
      event.preventDefault();
      const act = () => form.requestSubmit((event as SubmitEvent).submitter);
      keep({ element: form, isPress: true, act });
    }
    if (event.type === 'change' && event.target instanceof HTMLSelectElement) {
      const list = event.target;
      const { value } = list;
      const act = () => {
        list.value = value;
        list.dispatchEvent(new Event('change', { bubbles: true }));
      };
      keep({ element: list, isPress: false, act });
    }
  };

  // While React is taking the page over it stops, on the way down, what it can't handle yet, and forgets it.
  const watch = (event: Event) => {
    event.stopPropagation = () => {
      Event.prototype.stopPropagation.call(event);
      if (event.eventPhase === Event.CAPTURING_PHASE) late(event);
    };
  };
  addEventListener('click', watch, true);
  addEventListener('submit', watch, true);
  addEventListener('change', watch, true);

  // Back up on the window React has had its turn: what it could take over for this very event, it has.
  addEventListener('click', (event) => {
    const button = event.target instanceof Element ? event.target.closest('button') : null;
    if (!button) return;
    if (button.type === 'button' && !isAlive(button)) late(event);
    else forget(({ isPress }) => isPress);
  });
  addEventListener('submit', (event) => {
    if (event.defaultPrevented || !(event.target instanceof HTMLFormElement) || isAlive(event.target)) return;
    late(event);
  });
  addEventListener('change', (event) => {
    const list = event.target;
    if (!(list instanceof HTMLSelectElement)) return;
    if (isAlive(list)) forget(({ element }) => element === list);
    else late(event);
  });
}
