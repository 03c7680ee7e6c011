// Made into public/early-old.js, in the syntax of any browser.
import { showIfOld } from './show-if-old';

showIfOld();
