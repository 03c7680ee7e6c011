// Parses notes in a thread, because the parser's time can grow with the square of the text. Answers with a tree (hast),
// or null for a text that takes too long or yields too many elements.

import vm from 'node:vm';
import { parentPort } from 'node:worker_threads';
import readMarkdown from 'react-markdown';
import remarkGfm from 'remark-gfm';
import { asWritten } from '../../domain/note/as-written.mjs';

const maxMs = 500;
const limits = { levels: 100, parts: 8_000 };

const sandbox = vm.createContext();
const run = new vm.Script('work()');

parentPort.on('message', ({ call, text }) => parentPort.postMessage({ call, answer: inTime(text) }));

function inTime(text) {
  try {
    sandbox.work = () => treeOf(text);
    return run.runInContext(sandbox, { timeout: maxMs });
  } catch {
    return null;
  } finally {
    sandbox.work = undefined;
  }
}

function treeOf(text) {
  let parsed = null;
  const takeTree = () => (tree) => {
    parsed = bare(tree, { parts: 0 });
    tree.children = [];
  };
  readMarkdown({ remarkPlugins: [remarkGfm, asWritten], rehypePlugins: [takeTree], children: text });
  return parsed;
}

/** Removes the source positions. */
function bare({ type, tagName, properties, value, children }, count, level = 0) {
  count.parts++;
  if (level > limits.levels || count.parts > limits.parts) throw new RangeError('too much');
  return {
    type,
    tagName,
    properties,
    value,
    children: children?.map((child) => bare(child, count, level + 1)),
  };
}
