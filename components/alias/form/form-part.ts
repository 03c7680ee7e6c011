import type { FormDraft } from './form-draft';

/** What each part of the editor is given. */
export type FormPartProps = {
  draft: FormDraft;
  flawAt: (field: string) => string | undefined;
  onChange: (part: Partial<FormDraft>) => void;
};
