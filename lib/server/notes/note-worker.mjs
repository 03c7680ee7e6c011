// The thread that reads notes, so that nobody waits for a text whose reading grows with the square of its length. It
// answers with a tree (hast) for the page to draw, or null for a text that takes too long or becomes too much.

import vm from 'node:vm';
import { parentPort } from 'node:worker_threads';
import readMarkdown from 'react-markdown';
import remarkGfm from 'remark-gfm';
import { asWritten } from '../../domain/note/as-written.mjs';

const longestMs = 500;
/** What a page draws in some tens of milliseconds. */
const most = { levels: 100, parts: 8_000 };

const place = vm.createContext();
const run = new vm.Script('work()');

parentPort.on('message', ({ call, text }) => parentPort.postMessage({ call, answer: inTime(text) }));

/** Broken off in the midst of it. */
function inTime(text) {
  try {
    place.work = () => treeOf(text);
    return run.runInContext(place, { timeout: longestMs });
  } catch {
    return null;
  } finally {
    place.work = undefined;
  }
}

function treeOf(text) {
  let found = null;
  const keep = () => (tree) => {
    found = bare(tree, { parts: 0 });
    tree.children = [];
  };
  readMarkdown({ remarkPlugins: [remarkGfm, asWritten], rehypePlugins: [keep], children: text });
  return found;
}

/** Without the places in the text that everything came from. */
function bare({ type, tagName, properties, value, children }, count, level = 0) {
  count.parts++;
  if (level > most.levels || count.parts > most.parts) throw new RangeError('too much');
  return {
    type,
    tagName,
    properties,
    value,
    children: children?.map((child) => bare(child, count, level + 1)),
  };
}
