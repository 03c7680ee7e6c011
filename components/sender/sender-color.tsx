import { ThemeColors } from '@/components/app/accent';
import { buttonColors } from '@/lib/domain/look';

/** Buttons in a sender's colour, darker or lighter where the page would hide it. */
export function SenderColor({ color, within }: { color: string | null | undefined; within?: string }) {
  return color ? <ThemeColors color={color} variables={buttonColors} {...(within && { within })} /> : null;
}
