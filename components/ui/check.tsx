'use client';

import { useEffect } from 'react';
import { useCheckedEarly } from '@/components/ui/form/use-checked-early';

type CheckProps = {
  label: string;
  checked: boolean;
  isPartial?: boolean;
  isDisabled?: boolean;
  onCheckedChange: (checked: boolean, isRange: boolean) => void;
};

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

/** A checkbox's `change` comes from a click event, which has the modifier keys. */
export const isWithShift = (event: Event): boolean => 'shiftKey' in event && event.shiftKey === true;
