/** What every list of rows has in common: hairlines, no box, the whole row as its link. */
export const tableLook = 'w-full border-y border-line transition-colors duration-100 aria-busy:border-accent';

/** Hairlines between rows, and between one body of rows and the next. */
export const rowsLook = 'divide-y divide-line [&+tbody]:border-t [&+tbody]:border-line';

/** Of `rowLook`, in pixels. */
export const rowHeight = 56;

export const rowLook = 'h-14';

/** The link that names a `Row`, together with `rowActLook`. */
export const rowLinkLook = 'truncate text-base font-medium';
