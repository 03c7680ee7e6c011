'use client';

import { useEffect } from 'react';
import { useCheckedEarly } from './form/use-checked-early';

type CheckProps = {
  /** Its name; the text beside it says the same to those who see. */
  label: string;
  checked: boolean;
  /** Some of what it stands for is chosen, not all. */
  isPartial?: boolean;
  /** It can't be changed here. */
  isDisabled?: boolean;
  /** `isRange`: with the Shift key. */
  onCheckedChange: (checked: boolean, isRange: boolean) => void;
};

/** A check box without words of its own, for rows that can be chosen. */
export function Check({
  label,
  checked,
  isPartial = false,
  isDisabled = false,
  onCheckedChange,
}: CheckProps) {
  const box = useCheckedEarly(checked);
  useEffect(() => {
    if (box.current) box.current.indeterminate = isPartial;
  }, [isPartial, box]);
  return (
    <label className="grid size-9 shrink-0 place-items-center pointer-coarse:size-11">
      <input
        ref={box}
        type="checkbox"
        aria-label={label}
        checked={checked}
        disabled={isDisabled}
        autoComplete="off" // a browser would tick it again after a reload, before the page knows
        onChange={(event) => onCheckedChange(event.target.checked, isWithShift(event.nativeEvent))}
      />
    </label>
  );
}

/** A change of a check box is a click, which knows the keys. */
export const isWithShift = (event: Event): boolean => 'shiftKey' in event && event.shiftKey === true;
