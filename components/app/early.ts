// Made into public/early.js, whose text stands in each page before everything that can be clicked.
import { cleanDialogHistory } from './clean-dialog-history';
import { recordEvents } from './record-events';
import { redirectPlikLink } from './redirect-plik-link';

redirectPlikLink();
cleanDialogHistory();
recordEvents();
