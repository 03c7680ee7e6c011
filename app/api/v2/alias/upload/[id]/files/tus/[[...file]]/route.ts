export {
  transfer as DELETE,
  transfer as HEAD,
  transfer as OPTIONS,
  transfer as PATCH,
  transfer as POST,
} from '@/lib/server/transfer/web';
