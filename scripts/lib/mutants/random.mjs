// Small changes that a program can make to any source, of which tests should notice each.
import { parseSync, Visitor } from 'oxc-parser';

/** @typedef {{ start: number, end: number, put: string, kind: string }} Change */

const swapped = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '===': '!==',
  '!==': '===',
  '+': '-',
  '-': '+',
  '*': '/',
  '/': '*',
  '&&': '||',
  '||': '&&',
  '??': '&&',
};
const swappedCalls = { some: 'every', every: 'some', min: 'max', max: 'min', startsWith: 'endsWith' };
/** In statements for the database. */
const swappedSql = [
  [/ AND /g, ' OR '],
  [/ OR /g, ' AND '],
  [/ IS NULL/g, ' IS NOT NULL'],
  [/ IS NOT NULL/g, ' IS NULL'],
  [/ < /g, ' <= '],
  [/ > /g, ' >= '],
];

/** @param {string} text @returns {Change[]} in the order of the source */
export function changesIn(text, file = 'source.ts') {
  const { program, errors } = parseSync(file, text);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0].message}`);
  const changes = [];
  const add = (kind, { start, end }, put) => changes.push({ kind, start, end, put });
  const of = ({ start, end }) => text.slice(start, end);
  const condition = ({ test }) => {
    add('condition', test, 'true');
    add('condition', test, 'false');
  };
  const operator = (node) => {
    const put = swapped[node.operator];
    if (!put || (node.operator === '+' && [node.left, node.right].some(isText))) return;
    const between = text.slice(node.left.end, node.right.start);
    const start = node.left.end + between.indexOf(node.operator);
    add('operator', { start, end: start + node.operator.length }, put);
  };
  const query = (node) => {
    for (const [pattern, put] of swappedSql)
      for (const { index, 0: found } of of(node).matchAll(pattern))
        add('query', { start: node.start + index, end: node.start + index + found.length }, put);
  };
  const member = ({ property, computed }) => {
    const put = !computed && swappedCalls[property.name];
    if (put) add('call', property, put);
  };
  const negation = (node) => node.operator === '!' && add('negation', node, of(node.argument));
  const boolean = (node) => typeof node.value === 'boolean' && add('boolean', node, String(!node.value));
  const statement = (node) => isCall(node.expression) && add('statement', node, ';');
  const list = (node) => node.elements.length > 0 && add('list', node, '[]');
  new Visitor({
    IfStatement: condition,
    ConditionalExpression: condition,
    BinaryExpression: operator,
    LogicalExpression: operator,
    UnaryExpression: negation,
    Literal: boolean,
    ExpressionStatement: statement,
    ArrayExpression: list,
    MemberExpression: member,
    TemplateElement: query,
  }).visit(program);
  return changes.toSorted((one, other) => one.start - other.start);
}

const isText = ({ type, value }) => type === 'TemplateLiteral' || typeof value === 'string';
const isCall = ({ type, argument }) =>
  type === 'CallExpression' || (type === 'AwaitExpression' && argument.type === 'CallExpression');

/**
 * Draws so that the same seed draws the same.
 * @template T
 * @param {T[]} all
 * @returns {T[]}
 */
export function drawn(all, count, seed) {
  const left = [...all];
  let state = Math.imul(seed + 1, 0x9e3779b1) >>> 0 || 1;
  const next = () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    state >>>= 0;
    return state / 2 ** 32;
  };
  const taken = [];
  while (taken.length < count && left.length > 0)
    taken.push(...left.splice(Math.floor(next() * left.length), 1));
  return taken;
}
