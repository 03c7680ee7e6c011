/** Files of `public/`, used when no pictures are configured. */
export const defaultPictures = { logo: '/logo-light.svg', logoDark: '/logo-dark.svg', icon: '/icon.svg' };
