/** Our mark: a hull on its way down the slipway. The drawing is that of public/icon.svg. */
export function BrandIcon() {
  return (
    <svg viewBox="0 0 32 32" aria-hidden className="size-7 shrink-0">
      <path d="M3 18.5 29 27.5" fill="none" stroke="currentColor" strokeWidth="3" strokeLinecap="round" />
      <path
        d="M6.4 5.2 28 12.7c-1 5.2-5.9 7.9-10.8 6.2L11.3 16.9C6.9 15.3 4.9 10.3 6.4 5.2Z"
        className="fill-accent"
      />
    </svg>
  );
}
