import type { ReactNode } from 'react';
import { SearchField } from '@/components/ui/form/search-field';
import { PageHeader } from '@/components/ui/page-header';
import { maxSearchChars } from '@/lib/domain/limits';

type ListHeaderProps = {
  title: string;
  /** How many there are, once that is known. */
  lead: string | false | undefined;
  search: { label: string; value: string; onValueChange: (value: string) => void };
  children?: ReactNode;
};

/** Above a list: its name and count, its search, and the way to a new entry. */
export function ListHeader({ title, lead, search, children }: ListHeaderProps) {
  return (
    <PageHeader title={title} lead={<span role="status">{lead}</span>}>
      <div className="order-last w-full sm:order-none sm:w-auto">
        <SearchField {...search} maxLength={maxSearchChars} />
      </div>
      {children}
    </PageHeader>
  );
}
