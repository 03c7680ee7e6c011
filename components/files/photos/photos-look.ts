/** Photos beside each other: three on a phone. */
export const photosLook =
  'grid grid-cols-3 gap-0.5 overflow-hidden rounded-card sm:grid-cols-4 sm:gap-1 lg:grid-cols-5 [&+ul]:mt-0.5 sm:[&+ul]:mt-1';

/** Of a photo's part of a row: about four fit in one, which is as high as a tile is wide. */
export const photoHeight = 200 / 4;
