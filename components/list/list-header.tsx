import type { ReactNode } from 'react';
import { SearchField } from '@/components/ui/form/search-field';
import { PageHeader } from '@/components/ui/page-header';
import { maxSearchChars } from '@/lib/domain/limits';

type ListHeaderProps = {
  title: string;
  lead: string | false | undefined;
  search: { label: string; value: string; onValueChange: (value: string) => void };
  children?: ReactNode;
};

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
