/** A link as people read it; copied, opened and mailed it is whole. */
export const withoutScheme = (link: string): string => link.replace(/^https?:\/\//, '');
