/**
 * Stands in, in the browser's script (next.config.ts), for the two files of the contract that only describe: what they
 * say of each field is 2 KB that no page reads. See no-schemas.ts.
 */
import { object as shape } from './no-schemas';

export {
  shape as Answers,
  shape as Delivery,
  shape as DetailQuery,
  shape as FilesPage,
  shape as FilesQuery,
  shape as FolderQuery,
  shape as ShareDetail,
  shape as ShareFile,
  shape as ShareFolder,
  shape as ShareListItem,
  shape as MayBeGuessed,
  shape as ShareProperties,
  shape as SharePublish,
  shape as ShareTerms,
};
