/** The canvas colour of globals.css, for the browser's own frame around the page. */
export const themeColors = { light: '#fbfaf8', dark: '#11100e' };
