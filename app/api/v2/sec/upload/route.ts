export { dataplane as POST } from '@/lib/server/dataplane/web';
