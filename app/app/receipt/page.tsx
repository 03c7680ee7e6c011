import { pageTitle } from '@/components/app/words';
import { Receipt } from '@/components/receipt/receipt';

export const generateMetadata = pageTitle('receipt.title');

export default function ReceiptPage() {
  return <Receipt />;
}
