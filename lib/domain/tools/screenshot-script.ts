import { plainName, type ToolFile, type ToolSettings } from './sharex';

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
