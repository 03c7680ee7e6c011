export { default, generateMetadata } from '../reset/page';
