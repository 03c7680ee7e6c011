/** A parsed note as a tree of elements and texts (hast). */
export type NoteTree = {
  type: string;
  tagName?: string;
  properties?: Record<string, unknown>;
  value?: string;
  children?: NoteTree[];
};
