/** Folders whose tests need no server; they run together in the project `rules`. */
export const pureLayers = ['lib/domain', 'lib/contract', 'lib/i18n', 'components', 'test/rules'];
