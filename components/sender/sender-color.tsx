import { ThemeColors } from '@/components/app/accent';
import { buttonColors } from '@/lib/domain/look';

/** Buttons in a sender's colour, darker or lighter where the page would hide it. */
export function SenderColor({ color }: { color: string | null | undefined }) {
  return color ? <ThemeColors color={color} variables={buttonColors} /> : null;
}
