export const defaultPictures = { logo: '/logo-light.svg', logoDark: '/logo-dark.svg', icon: '/icon.svg' };
