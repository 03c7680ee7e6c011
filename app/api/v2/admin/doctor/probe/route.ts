export { transfer as GET, transfer as POST } from '@/lib/server/transfer/web';
