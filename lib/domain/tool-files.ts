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

export function gitHubAction({ server }: Pick<ToolSettings, 'server'>): ToolFile {
  const text = `name: Share the build
on:
  push:
    tags: ['v*']
jobs:
  share:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
      - name: Build
        run: tar -czf build.tar.gz --exclude .git .
      - name: Share
        env:
          SLIPWAY_TOKEN: \${{ secrets.SLIPWAY_TOKEN }}
        run: |
          link=$(printf 'Authorization: Bearer %s' "$SLIPWAY_TOKEN" |
            curl -fsS -H @- -H 'Slipway-Validity: 14 days' -T build.tar.gz '${server}/u/')
          echo "$link" >> "$GITHUB_STEP_SUMMARY"
`;
  return { name: 'share-build.yml', type: 'text/yaml', text };
}

const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

/**
 * A script for Flameshot (flameshot.org/docs) or Spectacle (its manual page). Passes the token to curl
 * through a pipe, because other users can read arguments.
 */
export function screenshotScript({ server, token, appName }: ToolSettings): ToolFile {
  const text = `#!/bin/sh
# Takes a screenshot, sends it to ${server} and copies the link. It holds an access token: chmod 700.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
file="$folder/screenshot-$(date +%Y-%m-%d-%H%M%S).png"
if command -v flameshot > /dev/null; then
  flameshot gui --raw > "$file" || true
else
  spectacle --region --background --nonotify --output "$file"
fi
[ -s "$file" ] || exit 0
link=$(printf 'Authorization: Bearer %s' ${quoted(token)} | curl -fsS -H @- -T "$file" ${quoted(`${server}/u/`)})
if command -v wl-copy > /dev/null; then
  printf %s "$link" | wl-copy
else
  printf %s "$link" | xclip -selection clipboard
fi
if command -v notify-send > /dev/null; then notify-send ${quoted(appName)} "$link"; fi
echo "$link"
`;
  return { name: `${plainName(appName)}-screenshot.sh`, type: 'text/x-shellscript', text };
}
