'use client';

import { useTranslations } from 'next-intl';
import { type ReactNode, useId } from 'react';
import { Checkbox } from '@/components/ui/form/checkbox';
import { useViewer } from '@/lib/client/session/session';
import { type Scope, scopes } from '@/lib/contract/http/scope';

type ScopeBoxesProps = { chosen: Scope[]; error: ReactNode; onChange: (scopes: Scope[]) => void };

export function ScopeBoxes({ chosen, error, onChange }: ScopeBoxesProps) {
  const t = useTranslations('token');
  const errorId = useId();
  const isAdmin = useViewer()?.admin ?? false;
  return (
    <fieldset aria-describedby={errorId}>
      <legend className="mb-1 text-sm font-medium">{t('scopes')}</legend>
      {scopes
        .filter((scope) => scope !== 'admin' || isAdmin)
        .map((scope) => (
          <Checkbox
            key={scope}
            label={t(scope)}
            checked={chosen.includes(scope)}
            onChange={({ target }) =>
              onChange(scopes.filter((one) => (one === scope ? target.checked : chosen.includes(one))))
            }
          />
        ))}
      <span id={errorId} role="alert" className="text-xs text-danger">
        {error}
      </span>
    </fieldset>
  );
}
