/** Grammars that the viewer knows, with the endings of the files that are written so. */
const endings = {
  bash: 'sh bash zsh',
  c: 'c h',
  cpp: 'cpp cc cxx hpp hh hxx',
  csharp: 'cs',
  css: 'css',
  diff: 'diff patch',
  go: 'go',
  graphql: 'graphql gql',
  ini: 'ini toml cfg conf properties',
  java: 'java',
  javascript: 'js mjs cjs jsx',
  json: 'json jsonl geojson',
  kotlin: 'kt kts',
  less: 'less',
  lua: 'lua',
  makefile: 'mk',
  perl: 'pl pm',
  php: 'php',
  python: 'py pyw',
  r: 'r',
  ruby: 'rb',
  rust: 'rs',
  scss: 'scss',
  sql: 'sql',
  swift: 'swift',
  typescript: 'ts tsx mts cts',
  vbnet: 'vb',
  xml: 'xml svg html htm xhtml xsl plist',
  yaml: 'yaml yml',
} as const;

export type CodeLanguage = keyof typeof endings;
export const codeLanguages = Object.keys(endings) as CodeLanguage[];

const byEnding = new Map(
  Object.entries(endings).flatMap(([language, list]) =>
    list.split(' ').map((ending) => [ending, language as CodeLanguage] as const),
  ),
);

/** What a file is written in, by its name; null for plain text. */
export function codeLanguage(fileName: string): CodeLanguage | null {
  if (/^(makefile|gnumakefile)$/i.test(fileName)) return 'makefile';
  const ending = /\.([a-z]+)$/i.exec(fileName)?.[1]?.toLowerCase() ?? '';
  return byEnding.get(ending) ?? null;
}

/** As much code as is coloured at once; more would hold the page up, so it stays plain. */
export const highlightMaxChars = 100_000;
