export { dataplane as GET, dataplane as POST } from '@/lib/server/dataplane/web';
