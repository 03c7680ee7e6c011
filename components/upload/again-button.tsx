import { PlusIcon } from 'lucide-react';
import { Button } from '@/components/ui/button';

type AgainButtonProps = { label: string; tone: 'ghost' | 'quiet'; onClick: () => void };

export function AgainButton({ label, tone, onClick }: AgainButtonProps) {
  return (
    <Button tone={tone} onClick={onClick}>
      <PlusIcon aria-hidden />
      {label}
    </Button>
  );
}
