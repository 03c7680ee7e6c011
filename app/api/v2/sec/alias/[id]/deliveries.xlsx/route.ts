export { transfer as GET, transfer as HEAD } from '@/lib/server/transfer/web';
