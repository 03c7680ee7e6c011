/**
 * `plain`: no link promised encryption, and the inbox has none · `unchecked`: encrypted, but by a link that can't tell
 * for whom · `cut`, `other`, `unsealed`: the link promised a key, and nothing may be sent.
 */
export type KeyCheck = 'plain' | 'unchecked' | 'fits' | 'cut' | 'other' | 'unsealed';

export const allowsSending = (check: KeyCheck): boolean =>
  check === 'plain' || check === 'unchecked' || check === 'fits';
