import { createContext, useContext } from 'react';

/** What ties a control to the Field around it: the label names it, hint and error describe it. */
type FieldTies = {
  id?: string;
  'aria-describedby'?: string | undefined;
  'aria-invalid'?: true | undefined;
};

export const FieldContext = createContext<FieldTies>({});

/** To be spread on the one control inside a Field; nothing where there is none. */
export const useFieldTies = (): FieldTies => useContext(FieldContext);
