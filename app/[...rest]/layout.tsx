/** What leads nowhere has the same frame as every screen, so that there is a way on. */
export { default } from '../app/layout';
