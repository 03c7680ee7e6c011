/** Gives unknown URLs the frame of all screens. */
export { default } from '../app/layout';
