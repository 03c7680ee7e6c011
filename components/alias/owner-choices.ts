export { AlbumSection } from './settings/album-section';
export { PasswordSection } from './settings/password-section';
