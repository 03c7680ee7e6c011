import { createContext, useContext } from 'react';

type FieldAttributes = {
  id?: string;
  'aria-describedby'?: string | undefined;
  'aria-invalid'?: true | undefined;
};

export const FieldContext = createContext<FieldAttributes>({});

/** For the one control inside a `Field`; empty outside of one. */
export const useFieldAttributes = (): FieldAttributes => useContext(FieldContext);
