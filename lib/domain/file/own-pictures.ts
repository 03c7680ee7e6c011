/** What an installation without pictures of its own shows: files of `public/`. */
export const ownPictures = { logo: '/logo-light.svg', logoDark: '/logo-dark.svg', icon: '/icon.svg' };
