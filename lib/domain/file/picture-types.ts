const typesOf = (names: string): string[] => names.split(' ').map((name) => `image/${name}`);

/** What small pictures are made of. SVG is none: it is a document, which nobody should have to read on the way. */
export const thumbnailTypes = typesOf('jpeg png webp gif avif');

/** Pictures that are nothing but pictures, so browsers may show them. SVG has a rule of its own. */
export const shownPictures = [...thumbnailTypes, ...typesOf('bmp')];
