import { type RefObject, useEffect, useEffectEvent, useRef } from 'react';

/**
 * A ref for a controlled check box or switch: what was chosen before the page came alive is chosen again, so that it is
 * told. React would drop it with the next render.
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
