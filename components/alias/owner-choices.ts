export { AlbumSection } from './album-section';
export { PasswordSection } from './password-section';
