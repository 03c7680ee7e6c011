/** Stays invisible for 400 ms, so that quick answers don't flicker. */
export function Spinner({ label }: { label?: string }) {
  return (
    <span role={label ? 'status' : undefined} className="inline-block animate-late">
      <svg
        viewBox="0 0 16 16"
        aria-hidden
        className="size-4 animate-spin fill-none stroke-current stroke-2 motion-reduce:animate-none"
      >
        <circle cx="8" cy="8" r="6.5" className="opacity-25" />
        <path d="M8 1.5A6.5 6.5 0 0 1 14.5 8" strokeLinecap="round" />
      </svg>
      {label && <span className="sr-only">{label}</span>}
    </span>
  );
}
