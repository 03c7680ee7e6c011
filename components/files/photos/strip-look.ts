/** Shared with the place that is held until the files are here. */
export const stripLook = 'mb-6 grid gap-2 sm:grid-cols-2';
export const stripItemLook = 'h-16 rounded-card';
