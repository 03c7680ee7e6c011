import cs from '@/messages/cs.json';
import de from '@/messages/de.json';
import en from '@/messages/en.json';
import es from '@/messages/es.json';
import fr from '@/messages/fr.json';
import it from '@/messages/it.json';
import ja from '@/messages/ja.json';
import pt from '@/messages/pt-BR.json';

const words = { cs, de, en, es, fr, it, ja, pt };
type Language = keyof typeof words;

const style = `:root{color-scheme:light dark}body{margin:0;min-height:100vh;display:grid;place-items:center;
font:16px/1.5 system-ui,sans-serif;background:#fbfaf8;color:#22201c}main{padding:2rem;max-width:26rem;text-align:center}
h1{font-size:1.25rem}a{color:inherit}@media (prefers-color-scheme:dark){body{background:#11100e;color:#f0eeea}}`;

export function offlinePage(languages: readonly string[]): Response {
  const known = languages.map((one) => one.slice(0, 2)).find((one): one is Language => one in words) ?? 'en';
  const { title, text, again } = words[known].offline;
  const html = `<!doctype html><html lang="${known}"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${title}</title><style>${style}</style><main><h1>${title}</h1><p>${text}</p><p><a href="">${again}</a></p></main>`;
  return new Response(html, {
    status: 503,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
      'cache-control': 'no-store',
    },
  });
}
