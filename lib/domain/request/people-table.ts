import { emailIn, emailMaxLength } from '../mail/mail-address';
import { cleanName } from '../pasted/plain-text';
import { isTimeZone } from '../time/time-zone';
import { isDay } from './due';
import { roundLimits } from './progress';

export const personFields = ['name', 'address', 'language', 'timezone', 'due', 'message'] as const;
type PersonField = (typeof personFields)[number];

export type PersonInput = { name: string; address: string } & Partial<
  Record<'language' | 'timezone' | 'due' | 'message', string | null | undefined>
>;

/** Counted from 1, with the row of titles. */
export type WrongPerson = { row: number; field: PersonField; reason: WrongReason };
type WrongReason = 'missing' | 'notAnEmail' | 'tooLong' | 'twice' | 'notADate' | 'unsupported';

export type NumberedPerson = PersonInput & { row: number };

/** Reads lines of a spreadsheet or CSV: tabs, semicolons or commas, quotes, a BOM, with or without a row of titles. */
export function readPeople(text: string): { people: NumberedPerson[]; wrong: WrongPerson[] } {
  const rows = rowsOf(text.replace(/^\uFEFF/, '')).filter(({ cells }) => cells.some((cell) => cell !== ''));
  const [first] = rows;
  if (!first) return { people: [], wrong: [] };
  const hasTitles = !first.cells.some((cell) => cell.includes('@') || cell.includes('＠'));
  const lines = hasTitles ? rows.slice(1) : rows;
  const columns = hasTitles ? columnsByTitle(first.cells, lines) : columnsByContent(lines);
  const people = lines.map(({ row, cells }) => ({ row, ...personIn(cells, columns) }));
  return { people, wrong: findWrongPeople(people) };
}

/** @param known keys of people who are asked already */
export function findWrongPeople(
  people: readonly NumberedPerson[],
  known: ReadonlySet<string> = new Set(),
): WrongPerson[] {
  const seen = new Set(known);
  return people.flatMap((person) => {
    const { row } = person;
    const wrong = (field: PersonField, reason: WrongReason) => ({ row, field, reason });
    const found = problemsOf(person).map(([field, reason]) => wrong(field, reason));
    const key = person.address.toLowerCase();
    if (key !== '' && seen.has(key)) found.push(wrong('address', 'twice'));
    seen.add(key);
    return found;
  });
}

function problemsOf({ name, address, due, timezone, message }: PersonInput): [PersonField, WrongReason][] {
  const problems: [PersonField, WrongReason | false][] = [
    ['name', name === '' ? 'missing' : name.length > 255 && 'tooLong'],
    ['address', addressProblem(address)],
    ['due', Boolean(due) && !isDay(due ?? '') && 'notADate'],
    ['timezone', Boolean(timezone) && !isTimeZone(timezone ?? '') && 'unsupported'],
    ['message', (message ?? '').length > roundLimits.messageChars && 'tooLong'],
  ];
  return problems.flatMap(([field, reason]) => (reason ? [[field, reason] as const] : [])) as [
    PersonField,
    WrongReason,
  ][];
}

function addressProblem(address: string): WrongReason | false {
  if (address === '') return 'missing';
  if (address.length > emailMaxLength) return 'tooLong';
  return emailIn(address) === null && 'notAnEmail';
}

type Row = { row: number; cells: string[] };
type Columns = Partial<Record<PersonField, number>>;

/** One pass; a quote opens a cell only at its beginning, so that `5" pipe` is a plain text. */
function rowsOf(text: string): Row[] {
  const separator = separatorOf(text);
  const rows: Row[] = [];
  let [cells, row]: [string[], number] = [[], 1];
  const cell = new RegExp(
    `(?:"((?:[^"]|"")*)"(?=[${separator}\\r\\n]|$)|([^${separator}\\r\\n]*))(${separator}|\\r\\n|\\n|\\r|$)`,
    'y',
  );
  while (cell.lastIndex < text.length) {
    const [, quoted, plain = '', end] = cell.exec(text) ?? [];
    cells.push((quoted?.replaceAll('""', '"').replace(/[\r\n]+/g, ' ') ?? plain).trim());
    if (end === separator && cell.lastIndex < text.length) continue;
    rows.push({ row, cells });
    row++;
    cells = [];
  }
  return rows;
}

function separatorOf(text: string): string {
  const [line = ''] = text.replace(/"(?:[^"]|"")*"/g, '').split(/[\r\n]/, 1);
  if (line.includes('\t')) return '\t';
  return line.includes(';') ? ';' : ',';
}

const hasAt = (cell = '') => /[@＠]/.test(cell);

/** The one with most signs of an address. */
function addressColumn(lines: readonly Row[]): number {
  const counts = new Map<number, number>([[0, 0]]);
  for (const { cells } of lines)
    for (const [at, cell] of cells.entries()) if (hasAt(cell)) counts.set(at, (counts.get(at) ?? 0) + 1);
  return [...counts].reduce((most, one) => (one[1] > most[1] ? one : most))[0];
}

function columnsByContent(lines: readonly Row[]): Columns {
  const address = addressColumn(lines);
  const others = (lines[0]?.cells ?? []).map((_, at) => at).filter((at) => at !== address);
  const due = others.find((at) => lines.every(({ cells }) => !cells[at] || isDay(cells[at] ?? '')));
  const name = others.find((at) => at !== due);
  return { address, ...(name !== undefined && { name }), ...(due !== undefined && { due }) };
}

/** In the eight languages. */
const titles: Record<PersonField, RegExp> = {
  address: /mail|correo|courriel|adres|address|indirizzo|endereço|メール|アドレス/i,
  language: /lang|sprach|idiom|lingua|jazyk|língua|言語/i,
  timezone: /zone|zona|fuso|pásmo|タイムゾーン/i,
  due: /due|date|fällig|frist|datum|fecha|échéance|scadenza|termín|prazo|vencimento|期限|締切/i,
  message: /message|note|nachricht|mensaje|messaggio|zpráva|mensagem|メッセージ/i,
  name: /name|nom\b|nombre|nome|jméno|名/i,
};

function columnsByTitle(cells: readonly string[], lines: readonly Row[]): Columns {
  const columns: Columns = { address: addressColumn(lines) };
  for (const [at, title] of cells.entries()) {
    const field = personFields.find((name) => name !== 'address' && titles[name].test(title));
    if (field && columns[field] === undefined && at !== columns.address) columns[field] = at;
  }
  columns.name ??= cells.findIndex((_, at) => !Object.values(columns).includes(at));
  return columns;
}

/** A cell such as `Ada Lovelace <ada@example.org>` has both. */
function personIn(cells: readonly string[], columns: Columns): PersonInput {
  const cell = (field: PersonField) => cells[columns[field] ?? -1] ?? '';
  const written = cell('address');
  const around = /^"?([^"<]*?)"?\s*<[^<>]+>$/.exec(written)?.[1] ?? '';
  const given = (field: 'language' | 'timezone' | 'due' | 'message') => cell(field) || null;
  return {
    name: cleanName(cell('name') || around),
    address: emailIn(written) ?? written,
    language: given('language'),
    timezone: given('timezone'),
    due: given('due'),
    message: given('message'),
  };
}
