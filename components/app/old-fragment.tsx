'use client';
import { useEffect } from 'react';

/** Plik's links hold their upload behind the "#", which no server ever sees: only the page that they open does. */
export function OldFragment() {
  useEffect(() => {
    const id = /^#\/\?id=([A-Za-z0-9]{16})(?:&|$)/.exec(window.location.hash)?.[1];
    if (id) window.location.replace(`/plik/${id}`);
  }, []);
  return null;
}
