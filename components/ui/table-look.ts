/** What every list of rows has in common: hairlines, no box, the whole row as its link. */
export const tableLook = 'w-full border-y border-line transition-colors duration-100 aria-busy:border-accent';

/** Hairlines between rows, and between one body of rows and the next. */
export const rowsLook = 'divide-y divide-line [&+tbody]:border-t [&+tbody]:border-line';

/** Of `rowLook`, in pixels. */
export const rowHeight = 56;

export const rowLook = 'relative h-14 transition-colors duration-100 hover:bg-hover';

/** The link in a row's first cell; it covers the row, which must be `rowLook`. */
export const rowLinkLook =
  'truncate text-base font-medium after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent';
