/**
 * Stands in, in the browser's script (next.config.ts), for the files of the contract that only describe: what they say
 * of each field is 3 KB that no page reads. See no-schemas.ts.
 */
import { object as shape } from './no-schemas';

export {
  shape as Answers,
  shape as Bytes,
  shape as because,
  shape as bytesAtLeast,
  shape as bytesAtMost,
  shape as CleanText,
  shape as Delivery,
  shape as Description,
  shape as DetailQuery,
  shape as FilesPage,
  shape as FilesQuery,
  shape as FolderQuery,
  shape as IdResult,
  shape as Ident,
  shape as LinkWords,
  shape as ListQuery,
  shape as MaxDownloads,
  shape as MaxViews,
  shape as Millis,
  shape as Name,
  shape as Result,
  shape as Secret,
  shape as SharePassword,
  shape as Text,
  shape as Validity,
  shape as WasFields,
  shape as WasText,
  shape as ShareDetail,
  shape as ShareFile,
  shape as ShareFolder,
  shape as ShareListItem,
  shape as MayBeGuessed,
  shape as ShareProperties,
  shape as SharePublish,
  shape as ShareTerms,
};
