export {
  dataplane as DELETE,
  dataplane as HEAD,
  dataplane as OPTIONS,
  dataplane as PATCH,
  dataplane as POST,
} from '@/lib/server/dataplane/web';
