import { common, createLowlight } from 'lowlight';
import type { CodeLanguage } from '@/lib/domain/file/code-language';

const lowlight = createLowlight(common);

/** A piece of code: plain, or one with a class and pieces inside. */
export type CodePiece = string | { className: string; pieces: CodePiece[] };
type Nodes = ReturnType<typeof lowlight.highlight>['children'];

/** Loaded only when code is shown: the grammars are larger than the page around them. */
export const highlight = (language: CodeLanguage, code: string): CodePiece[] =>
  piecesOf(lowlight.highlight(language, code).children);

function piecesOf(nodes: Nodes): CodePiece[] {
  return nodes.flatMap((node): CodePiece[] => {
    if (node.type === 'text') return [node.value];
    if (node.type !== 'element') return [];
    const { className } = node.properties;
    return [
      {
        className: Array.isArray(className) ? className.join(' ') : '',
        pieces: piecesOf(node.children as Nodes),
      },
    ];
  });
}
