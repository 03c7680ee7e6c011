import { common, createLowlight } from 'lowlight';
import type { CodeLanguage } from '@/lib/domain/file/code-language';

const lowlight = createLowlight(common);

export type CodePiece = string | { className: string; pieces: CodePiece[] };
type Nodes = ReturnType<typeof lowlight.highlight>['children'];

/** Loaded only with displayed code: the grammars are larger than the rest of the page. */
export const highlight = (language: CodeLanguage, code: string): CodePiece[] =>
  toPieces(lowlight.highlight(language, code).children);

function toPieces(nodes: Nodes): CodePiece[] {
  return nodes.flatMap((node): CodePiece[] => {
    if (node.type === 'text') return [node.value];
    if (node.type !== 'element') return [];
    const { className } = node.properties;
    return [
      {
        className: Array.isArray(className) ? className.join(' ') : '',
        pieces: toPieces(node.children as Nodes),
      },
    ];
  });
}
