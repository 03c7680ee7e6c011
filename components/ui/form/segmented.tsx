'use client';

import { clsx } from 'clsx';
import { type ReactNode, useEffect, useEffectEvent, useId, useRef } from 'react';
import { segmentedList, segmentedPart } from '@/components/ui/form/segmented-look';

type SegmentedProps<T extends string> = {
  label: string;
  value: T;
  onValueChange: (value: T) => void;
  /** With an icon the label becomes accessible name and tooltip. */
  options: readonly { value: T; label: string; icon?: ReactNode }[];
};

export function Segmented<T extends string>({ label, value, onValueChange, options }: SegmentedProps<T>) {
  const name = useId();
  const field = useRef<HTMLFieldSetElement>(null);
  const noteEarlyChoice = useEffectEvent(() => {
    const chosen = field.current?.querySelector<HTMLInputElement>('input:checked')?.value;
    const early = options.find((option) => option.value === chosen);
    if (early && early.value !== value) onValueChange(early.value);
  });
  useEffect(() => noteEarlyChoice(), []); // as useTypedEarly: a choice made before the page is alive counts
  return (
    <fieldset ref={field} className={segmentedList}>
      <legend className="sr-only">{label}</legend>
      {options.map((option) => (
        <label
          key={option.value}
          title={option.icon ? option.label : undefined}
          className={clsx(
            segmentedPart,
            'relative has-checked:border-line has-checked:bg-raised has-checked:text-ink has-checked:shadow-xs has-focus-visible:outline-2 has-focus-visible:outline-accent',
          )}
        >
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onValueChange(option.value)}
            className="absolute inset-0 appearance-none outline-none"
          />
          {option.icon}
          <span className={option.icon ? 'sr-only' : undefined}>{option.label}</span>
        </label>
      ))}
    </fieldset>
  );
}
