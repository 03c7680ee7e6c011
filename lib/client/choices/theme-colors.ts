/** The canvas of globals.css, for what the browser draws around the page. */
export const themeColors = { light: '#fbfaf8', dark: '#11100e' };
