'use client';

import { useEffectEvent, useLayoutEffect } from 'react';
import { addLayer } from './layers';

export function useBackCloses(isOpen: boolean, onClose: () => void): void {
  const close = useEffectEvent(onClose);
  // Before it is seen, when Back is for it.
  useLayoutEffect(() => (isOpen ? addLayer(() => close()) : undefined), [isOpen]);
}
