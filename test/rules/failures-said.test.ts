import fs from 'node:fs';
import { expect, test } from 'vitest';

type SourceText = { name: string; text: string };

const components: SourceText[] = fs
  .readdirSync('components', { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.tsx?$/.test(name) && !/\.test\./.test(name))
  .map((name) => ({ name, text: fs.readFileSync(`components/${name}`, 'utf8') }));

/** Actions whose failure changes nothing for the person. The list only ever gets shorter. */
const harmless = ['home/first-steps.tsx send', 'share/detail/share-detail.tsx mutate'];

/** Actions of a screen: what `useSend` gives, and what else is shown as pending. */
function actionsIn(text: string): string[] {
  const sent = [...text.matchAll(/const (\w+|\{[^}]*\}) = use(?:Send|Publish)\(/g)].map(
    ([, name = '']) => name,
  );
  const pending = [...text.matchAll(/(?<![.\w])(\w+)\.isPending\b/g)].map(([, name = '']) => name);
  return [...new Set([...sent, ...pending])];
}

/** Its error is shown, handled or thrown here, or it goes as a whole to a part that does. */
function isSaid(text: string, action: string): boolean {
  if (action.startsWith('{')) return /\berror\b|mutateAsync/.test(action);
  return [
    `(?<![.\\w])${action}\\.(error|isError)\\b`,
    `\\berror\\b[^;}]*\\} = [^;]*\\b${action}\\b`,
    `${action}\\.mutate\\([^;]*\\{ onError`,
    `=\\{${action}\\}`,
    `(?<![.\\w])\\.\\.\\.${action}\\b`,
    `[({,[]\\s*${action}\\s*[,})\\]]`,
  ].some((way) => new RegExp(way).test(text));
}

/** What a part is given, which is no part that it hands it on to. */
const parameters = /(?<=function \w+(?:<[^>]*>)?\()\{[^}]*\}|\{[^}]*\}(?=: \w+Props)/g;

const unsaid = (sources: SourceText[]): string[] =>
  sources.flatMap(({ name, text }) => {
    const body = text.replaceAll(parameters, '');
    return actionsIn(text)
      .filter((action) => !isSaid(body, action))
      .map((action) => `${name} ${action.replaceAll(/[{} ]/g, '')}`);
  });

test('the failure of an action is said on its screen', () => {
  expect(unsaid(components).sort()).toEqual(harmless);
});

test('an action whose failure nobody sees is seen, also one of two', () => {
  const hook =
    'const a = useSend(x.a, r);\nconst b = useSend(x.b, r);\nreturn { isPending: a.isPending, error: a.error };';
  const panel = 'function Panel({ publishing }) { return <Button disabled={publishing.isPending} /> }';
  expect(unsaid([{ name: 'hook.ts', text: hook }])).toEqual(['hook.ts b']);
  expect(unsaid([{ name: 'panel.tsx', text: panel }])).toEqual(['panel.tsx publishing']);
});
