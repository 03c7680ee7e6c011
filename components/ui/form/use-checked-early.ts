import { type RefObject, useEffect, useEffectEvent, useRef } from 'react';

/**
 * A ref that repeats a click made before hydration, so that `onChange` runs. React would drop the state with the next
 * render.
 */
export function useCheckedEarly(checked: boolean | undefined): RefObject<HTMLInputElement | null> {
  const box = useRef<HTMLInputElement>(null);
  const chooseAgain = useEffectEvent(() => {
    if (!box.current || checked === undefined || box.current.checked === checked) return;
    box.current.checked = checked;
    box.current.click();
  });
  useEffect(() => chooseAgain(), []);
  return box;
}
