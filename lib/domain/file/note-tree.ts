/** A note that was read: what is to be drawn, as a tree of elements and texts (hast). */
export type NoteTree = {
  type: string;
  tagName?: string;
  properties?: Record<string, unknown>;
  value?: string;
  children?: NoteTree[];
};
