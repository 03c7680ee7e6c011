'use client';

import { type RefObject, useLayoutEffect } from 'react';

/** Holds a native dialog open while it exists, and the focus inside it whatever is shown. */
export function useModal(
  dialog: RefObject<HTMLDialogElement | null>,
  stage: RefObject<HTMLElement | null>,
  shownId: string,
): void {
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    stage.current?.focus();
    // Closed before it leaves the page, or there would be no dialog left to give the focus back.
    return () => element?.close();
  }, [dialog, stage]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: what had the focus may go with the file it belonged to
  useLayoutEffect(() => {
    if (!dialog.current?.contains(document.activeElement)) stage.current?.focus();
  }, [dialog, stage, shownId]);
}
