export const photosLook =
  'grid grid-cols-3 gap-0.5 overflow-hidden rounded-card sm:grid-cols-4 sm:gap-1 lg:grid-cols-5 [&+ul]:mt-0.5 sm:[&+ul]:mt-1';

/** Pixels of a row divided by about four photos in it. */
export const photoHeight = 200 / 4;
