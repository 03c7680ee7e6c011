// `npm run words`: lists the texts and mails that a language lacks. English is shown instead, but not in a release.
import { missingWords } from './lib/missing-words.mjs';

const missing = missingWords();
for (const [language, names] of missing) process.stdout.write(`${language}: ${names.join(', ')}\n`);
if (missing.size === 0) process.stdout.write('Every language has every text.\n');
else process.exitCode = 1;
