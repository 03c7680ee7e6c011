'use client';

import { XIcon } from 'lucide-react';
import { IconButton } from '@/components/ui/button';
import { findLanding, isFocusLost, placeOf } from '@/components/ui/focus-place';

/** Takes its row out of a list; the focus goes to the next one. */
export function RemoveButton({ label, onRemove }: { label: string; onRemove: () => void }) {
  return (
    <IconButton
      label={label}
      onClick={({ currentTarget }) => {
        const place = placeOf(currentTarget);
        onRemove();
        requestAnimationFrame(() => isFocusLost() && findLanding([place])?.focus());
      }}
    >
      <XIcon aria-hidden />
    </IconButton>
  );
}
