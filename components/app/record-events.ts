/**
 * Keeps clicks and submits from before hydration and replays the last one of them after it: a button that does nothing
 * is broken, and a form would be sent to an address that takes none.
 *
 * It goes into the page as text, so it can use nothing from outside.
 */
export function recordEvents(): void {
  let presses = 0;

  // React's own mark on what it has taken over. Should it ever be called otherwise, nothing is done again, that's all.
  const isAlive = (element: Element) => Object.keys(element).some((key) => key.startsWith('__reactProps$'));

  const keep = (element: Element, act: () => void) => {
    presses += 1;
    const own = presses;
    const isLast = () => own === presses && element.isConnected;
    const look = () => {
      if (!isLast()) return;
      if (!isAlive(element)) setTimeout(look, 50);
      // It has the mark a moment before it listens.
      else setTimeout(() => isLast() && act(), 50);
    };
    look();
  };

  const late = (event: Event) => {
    const button = event.target instanceof Element ? event.target.closest('button') : null;
    if (event.type === 'click' && button?.type === 'button') keep(button, () => button.click());
    if (event.type === 'submit' && event.target instanceof HTMLFormElement) {
      const form = event.target;
      event.preventDefault();
      keep(form, () => form.requestSubmit((event as SubmitEvent).submitter));
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

  // Back up on the window React has had its turn: what it could take over for this very event, it has.
  addEventListener('click', (event) => {
    const button = event.target instanceof Element ? event.target.closest('button') : null;
    if (!button) return;
    if (button.type === 'button' && !isAlive(button)) late(event);
    else presses += 1;
  });
  addEventListener('submit', (event) => {
    if (event.defaultPrevented || !(event.target instanceof HTMLFormElement) || isAlive(event.target)) return;
    late(event);
  });
}
