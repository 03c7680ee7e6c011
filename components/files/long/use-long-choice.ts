'use client';

import { useState } from 'react';
import type { Total } from '@/lib/domain/share-total';
import { type Choice, nothingChosen } from './choice';

export type LongChoice = { choice: Choice; change: (next: Choice) => void };

/** What is chosen; when files come or go it starts anew, because nobody here knows which. */
export function useLongChoice({ files }: Total): LongChoice {
  const [state, setState] = useState({ choice: nothingChosen, files });
  return {
    choice: state.files === files ? state.choice : nothingChosen,
    change: (choice) => setState({ choice, files }),
  };
}
