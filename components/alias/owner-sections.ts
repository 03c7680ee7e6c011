// One module, so that both sections come in one script.
export { AlbumSection } from './settings/album-section';
export { PasswordSection } from './settings/password-section';
