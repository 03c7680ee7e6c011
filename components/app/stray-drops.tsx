'use client';

import { useEffect } from 'react';

export function StrayDrops() {
  useEffect(() => {
    const refuse = (event: DragEvent) => {
      const { dataTransfer: dropped, defaultPrevented: isTaken } = event;
      const isInField = event.target instanceof HTMLInputElement && event.target.type === 'file';
      if (isTaken || isInField || !dropped?.types.includes('Files')) return;
      event.preventDefault();
      dropped.dropEffect = 'none';
    };
    window.addEventListener('dragover', refuse);
    window.addEventListener('drop', refuse);
    return () => {
      window.removeEventListener('dragover', refuse);
      window.removeEventListener('drop', refuse);
    };
  }, []);
  return null;
}
