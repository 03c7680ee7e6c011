export const photosLook =
  'grid grid-cols-3 gap-0.5 overflow-hidden rounded-card sm:grid-cols-4 sm:gap-1 lg:grid-cols-5 [&+ul]:mt-0.5 sm:[&+ul]:mt-1';

export const photoLooks = {
  small: { tile: '', plate: 'aspect-square' },
  large: {
    tile: 'col-span-3 sm:col-span-2 sm:row-span-2 lg:col-span-3 lg:row-span-3',
    plate: 'aspect-4/3 sm:aspect-square',
  },
};

export const pictureLook = 'absolute inset-0 size-full object-cover';

/** In sight from the start: the server may send it, and the page's early script may have loaded it. */
export const coverLook = `${pictureLook} bg-sunken`;
