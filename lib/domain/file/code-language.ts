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

export function codeLanguage(fileName: string): CodeLanguage | null {
  if (/^(makefile|gnumakefile)$/i.test(fileName)) return 'makefile';
  const ending = /\.([a-z]+)$/i.exec(fileName)?.[1]?.toLowerCase() ?? '';
  return byEnding.get(ending) ?? null;
}

/** Longer code is shown without colours, because highlighting it would block the page. */
export const highlightMaxChars = 100_000;
