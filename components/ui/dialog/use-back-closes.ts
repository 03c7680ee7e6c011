'use client';

import { useEffect, useEffectEvent } from 'react';
import { addLayer } from './layers';

/** While it is open, the browser's Back closes it and stays on the page. */
export function useBackCloses(isOpen: boolean, onClose: () => void): void {
  const close = useEffectEvent(onClose);
  useEffect(() => (isOpen ? addLayer(() => close()) : undefined), [isOpen]);
}
