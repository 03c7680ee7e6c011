/** Appears only after 400 ms (see globals.css): what is faster than that needs no sign. */
export function Spinner() {
  return (
    <span
      aria-hidden
      className="spinner size-4 shrink-0 rounded-full border-2 border-current border-r-transparent"
    />
  );
}
