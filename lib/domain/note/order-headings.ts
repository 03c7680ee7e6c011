import type { NoteTree } from '../file/note-tree';

/**
 * A rehype plugin: the page's heading is the first, so those of a note begin with the second, and none is left out,
 * whatever levels its author used.
 */
export function orderHeadings() {
  return (tree: NoteTree): void => {
    const outer: number[] = [];
    order(tree, outer);
  };
}

function order(node: NoteTree, outer: number[]): void {
  const written = Number(/^h([1-6])$/.exec(node.tagName ?? '')?.[1]);
  if (written) {
    while ((outer.at(-1) ?? 0) >= written) outer.pop();
    outer.push(written);
    node.tagName = `h${Math.min(6, outer.length + 1)}`;
  }
  for (const child of node.children ?? []) order(child, outer);
}
