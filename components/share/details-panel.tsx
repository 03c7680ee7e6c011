'use client';

import { useState } from 'react';
import type { ShareDetail } from '@/lib/contract/share';
import { DeleteShare } from './delete-share';
import { MaxViewsRow } from './max-views-row';
import { NameRow } from './name-row';
import { PasswordRow } from './password-row';
import { ShareFacts } from './share-facts';
import { ValidityRow } from './validity-row';

type Field = 'name' | 'validity' | 'maxViews' | 'password';

type DetailsPanelProps = { detail: ShareDetail; maxValidityMs: number };

/** What can be changed, one thing at a time, and what is simply so. */
export function DetailsPanel({ detail, maxValidityMs }: DetailsPanelProps) {
  const [editing, setEditing] = useState<Field | null>(null);
  const row = (field: Field) => ({
    detail,
    isEditing: editing === field,
    onEdit: () => setEditing(field),
    onLeave: () => setEditing((now) => (now === field ? null : now)),
  });

  return (
    <>
      <div className="grid items-start gap-x-12 md:grid-cols-2">
        <dl className="divide-y divide-line border-y border-line">
          <NameRow {...row('name')} />
          <ValidityRow {...row('validity')} maxValidityMs={maxValidityMs} />
          <MaxViewsRow {...row('maxViews')} />
          <PasswordRow {...row('password')} />
        </dl>
        <ShareFacts detail={detail} />
      </div>
      <DeleteShare shareId={detail.id} />
    </>
  );
}
