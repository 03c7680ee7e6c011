/** Leads to the first field that is marked as wrong: in the next frame, when React has drawn the marks. */
export function focusFirstProblem(form: HTMLFormElement): void {
  requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid=true]')?.focus());
}
