export { transfer as PUT } from '@/lib/server/transfer/web';
