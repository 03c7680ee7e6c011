/** What every list of rows has in common: hairlines, no box, the whole row as its link. */
export const tableLook =
  'w-full border-separate border-spacing-0 border-y border-line transition-colors duration-100 aria-busy:border-accent';

/**
 * Hairlines between rows, and between one body of rows and the next. They are borders of cells, since WebKit draws those
 * of rows wrong where the head is for screen readers only.
 */
export const rowsLook =
  '[&>tr>*]:border-line [&>tr+tr>*]:border-t [&+tbody>tr:first-child>*]:border-t [&+tbody>tr:first-child>*]:border-line';

/** Of `rowLook`, in pixels. */
export const rowHeight = 56;

export const rowLook = 'h-14';

/** The link that names a `Row`, together with `rowActLook`. */
export const rowLinkLook = 'truncate text-base font-medium';
