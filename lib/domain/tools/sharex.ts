/** What the files for programs are made of. */
export type ToolTerms = { server: string; token: string; appName: string };

/** A file that a program takes, or that a person keeps. */
export type ToolFile = { name: string; type: string; text: string };

/** A name that every disk takes. */
export const plainName = (text: string): string =>
  text.replace(/[^\p{L}\p{N} ._-]+/gu, '').trim() || 'slipway';

/** ShareX: a custom uploader, as getsharex.com/docs/custom-uploader describes it; the host is part of its name. */
export function shareX({ server, token, appName }: ToolTerms): ToolFile {
  const uploader = {
    Version: '14.0.0',
    Name: `${appName} (${new URL(server).host})`,
    DestinationType: 'ImageUploader, TextUploader, FileUploader',
    RequestMethod: 'POST',
    RequestURL: `${server}/u/`,
    Headers: { Authorization: `Bearer ${token}`, Accept: 'application/json' },
    Body: 'MultipartFormData',
    FileFormName: 'file',
    URL: '{json:url}',
    ErrorMessage: '{json:message}',
  };
  const text = `${JSON.stringify(uploader, null, 2)}\n`;
  return { name: `${plainName(appName)}.sxcu`, type: 'application/json', text };
}
