export { transfer as GET, transfer as HEAD, transfer as POST } from '@/lib/server/transfer/web';
