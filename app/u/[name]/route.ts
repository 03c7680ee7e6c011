export { transfer as POST, transfer as PUT } from '@/lib/server/transfer/web';
