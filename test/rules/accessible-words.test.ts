import fs from 'node:fs';
import { expect, test } from 'vitest';

const read = (file: string) => fs.readFileSync(file, 'utf8');

function textsOf(node: unknown, key = ''): [string, string][] {
  if (typeof node === 'string') return [[key, node]];
  return Object.entries(node as object).flatMap(([name, part]) =>
    textsOf(part, key ? `${key}.${name}` : name),
  );
}

/** How each language tells a thing by its side, colour or shape; above and below are order, and may be said. */
const looks: Record<string, RegExp> = {
  en: /\b(to|on|at) the (left|right)\b(?! page)|\b(left|right)-hand\b|\b(top|bottom) (left|right)\b|\bcorner\b|\b(green|red|blue|gr[ea]y|yellow|orange)\b|\b(round|square|triangular) (button|icon|field)/i,
  de: /\b(auf der|nach) (linken?|rechten?)\b|\b(oben|unten) (links|rechts)\b|\b(linken?|rechten?) (Rand|Seite|Ecke)\b|\b(grün|gelb|rot|blau|grau)(e[nrsm]?)?\b/,
  fr: /à (gauche|droite)\b|\b(verte?|rouge|bleue?|jaune|grise?)s?\b/i,
  es: /\b(izquierd|derech)a\b|\b(verde|roj[oa]|azul|amarill[oa]|gris)\b/i,
  it: /\b(a|sulla) (sinistra|destra)\b|\b(verde|ross[oa]|blu|giall[oa]|grigi[oa])\b/i,
  'pt-BR': /à (esquerda|direita)\b|\b(verde|vermelh[oa]|azul|amarel[oa]|cinza)\b/i,
  cs: /\b(vlevo|vpravo|nalevo|napravo)\b|\b(zelen|červen|modr|žlut|šed)[éáýo]/i,
  ja: /[左右](側|上|下|の)|緑色|赤色|青色|黄色/,
};

test('no text tells a part of the page by its side, colour or shape alone', () => {
  const languages = fs.readdirSync('messages').filter((name) => name.endsWith('.json'));
  expect(languages.map((name) => name.replace('.json', '')).sort()).toEqual(Object.keys(looks).sort());
  const found = languages.flatMap((name) => {
    const language = name.replace('.json', '');
    const texts = textsOf(JSON.parse(read(`messages/${name}`)));
    return texts
      .filter(([, text]) => looks[language]?.test(text))
      .map(([key, text]) => `${language} ${key}: ${text}`);
  });
  expect(found).toEqual([]);
});

test('a sentence that does so is noticed', () => {
  expect(looks.en?.test('Press the green button.')).toBe(true);
  expect(looks.de?.test('Wählen Sie oben rechts ein Konto.')).toBe(true);
});

test('parts in another language than their page say in which: documents, and names of languages', () => {
  const document = read('components/api-doc/document-page.tsx');
  expect(document).toContain('<main lang="en"');
  expect(document).toContain('<p lang={locale}'); // the sentence that says so is in the reader's own
  expect(read('app/api/doc/page.tsx')).toContain('<div lang="en"');
  expect(read('components/nav/bar-controls.tsx')).toMatch(/<option[^>]*lang=\{language\.locale\}/);
});

/** Of refused values: what would be right is clear from these alone. */
const plain = ['missing', 'wrongType', 'notAnId', 'notJson', 'unstorable', 'unsupported', 'notAPicture'];
const plainer = ['notAnEmail', 'unknownAccount', 'twice', 'reserved', 'notYours', 'alreadySet', 'tooDeep'];

test('why a value is refused says what would be right', () => {
  const reasons = Object.entries(JSON.parse(read('messages/en.json')).reasons as Record<string, string>);
  const told = /\b(must|may only)\b|\bUse\b|: paste\b|today$/;
  const untold = reasons.filter(([, text]) => !told.test(text)).map(([name]) => name);
  expect(untold.sort()).toEqual([...plain, ...plainer].sort());
});
