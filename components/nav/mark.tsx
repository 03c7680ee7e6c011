/** Our sign in the colour of the text: a hull on its slipway. The same drawing as public/icon.svg. */
export function Mark({ size }: { size: 'sm' | 'lg' }) {
  return (
    <svg
      viewBox="0 0 32 32"
      aria-hidden
      className={`shrink-0 stroke-current ${size === 'sm' ? 'size-6' : 'size-11'}`}
      strokeLinejoin="round"
      strokeLinecap="round"
    >
      <g transform="rotate(-18 16 16)">
        <path
          d="M3.5 10.5H29.5C28 15.5 24.5 18.5 19.5 18.5H9.5C5.8 18.5 3.9 15.5 3.5 10.5Z"
          fill="currentColor"
          strokeWidth="2"
        />
        <path d="M.5 24H26" strokeWidth="3.2" />
      </g>
    </svg>
  );
}
