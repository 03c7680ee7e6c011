export { dataplane as GET, dataplane as HEAD } from '@/lib/server/dataplane/web';
