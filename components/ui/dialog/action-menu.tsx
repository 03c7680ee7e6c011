'use client';

import type { ReactElement } from 'react';
import { Menu, MenuItem } from './menu';

export type MenuAction = { label: string; onSelect: () => void; isOff?: boolean };

/** Opens at once: it loads when its button is pressed. */
export function ActionMenu({ trigger, actions }: { trigger: ReactElement; actions: readonly MenuAction[] }) {
  return (
    <Menu trigger={trigger} align="start" startsOpen>
      {actions.map(({ label, onSelect, isOff = false }) => (
        <MenuItem key={label} onSelect={onSelect} disabled={isOff}>
          {label}
        </MenuItem>
      ))}
    </Menu>
  );
}
