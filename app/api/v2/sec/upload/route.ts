export { transfer as POST } from '@/lib/server/transfer/web';
