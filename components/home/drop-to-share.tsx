'use client';

import { useRouter } from 'next/navigation';
import { DropCover, useDropAnywhere } from '@/components/upload/choose/drop-anywhere';
import { type CarriedDrop, carryDrop } from '@/lib/client/upload/choose/carried-drop';
import { paths } from '@/lib/paths';

export function DropToShare() {
  const router = useRouter();
  const goOn = (drop: CarriedDrop) => {
    carryDrop(drop);
    router.push(paths.newShare);
  };
  const isOver = useDropAnywhere({
    onCollected: (files) => goOn({ files }),
    onText: (text) => goOn({ text }),
  });
  return isOver && <DropCover />;
}
