export type ToolSettings = { server: string; token: string; appName: string };

export type ToolFile = { name: string; type: string; text: string };

export const plainName = (text: string): string =>
  text.replace(/[^\p{L}\p{N} ._-]+/gu, '').trim() || 'slipway';

/** A custom uploader for ShareX (getsharex.com/docs/custom-uploader). */
export function shareX({ server, token, appName }: ToolSettings): ToolFile {
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
