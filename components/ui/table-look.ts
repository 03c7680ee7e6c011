export const tableLook =
  'w-full border-separate border-spacing-0 border-y border-line transition-colors duration-100 aria-busy:border-accent';

/** Draws the lines as cell borders, because WebKit misplaces row borders below a visually hidden head. */
export const rowsLook =
  '[&>tr>*]:border-line [&>tr+tr>*]:border-t [&+tbody>tr:first-child>*]:border-t [&+tbody>tr:first-child>*]:border-line';

/** Height of `rowLook` in pixels. */
export const rowHeight = 56;

export const rowLook = 'h-14';
