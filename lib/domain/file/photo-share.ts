/** From so many photos on, and such a part of all files, a share is one of photos. */
export const minPhotos = 3;
export const minPhotoRatio = 0.75;
